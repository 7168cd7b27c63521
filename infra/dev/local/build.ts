import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Generates the Prisma clients and builds the web application, where they are stale (Turborepo knows). */
export async function build(say: (line: string) => void): Promise<void> {
  const slow = setTimeout(() => say('building the web application and the database clients'), 1_500);
  try {
    await promisify(execFile)(
      join(root, 'node_modules', '.bin', 'turbo'),
      ['run', 'generate', 'build', '--output-logs=errors-only', '--no-update-notifier'],
      { cwd: root, env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' } },
    );
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`The web application could not be built:\n${stdout ?? ''}${stderr ?? error}`);
  } finally {
    clearTimeout(slow);
  }
}
