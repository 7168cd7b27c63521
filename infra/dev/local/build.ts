import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from '@tavola/local-servers/program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Generates the Prisma clients and builds the web application where they are stale (Turborepo decides).
 * @throws Error with the build's output.
 */
export async function build(logDir: string, say: (line: string) => void): Promise<void> {
  const slow = setTimeout(() => say('building the web application and the database clients'), 1_500);
  const logFile = join(logDir, 'build.log');
  rmSync(logFile, { force: true });
  const reason = await startProgram({
    name: 'build',
    command: join(root, 'node_modules', '.bin', 'turbo'),
    args: ['run', 'generate', 'build', '--output-logs=errors-only', '--no-update-notifier'],
    cwd: root,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
    logFile,
  }).ended;
  clearTimeout(slow);
  if (reason !== 'exit code 0') {
    throw new Error(`The web application could not be built (${reason}):\n${readFileSync(logFile, 'utf8')}`);
  }
}
