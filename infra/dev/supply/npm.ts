import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const TIMEOUT_MS = 120_000;

/** Standard output of an npm command, and whether it succeeded. */
interface NpmAnswer {
  stdout: string;
  stderr: string;
  isGood: boolean;
}

/** Runs npm in this repository: the npm that runs this program, or the one in PATH. */
export function npm(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<NpmAnswer> {
  const running = process.env.npm_execpath;
  const [file, before] = running?.endsWith('.js') ? [process.execPath, [running]] : ['npm', []];
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 1 << 26, timeout: TIMEOUT_MS };
  return new Promise((resolve) => {
    execFile(file, [...before, ...args], options, (error, stdout, stderr) =>
      resolve({ stdout, stderr, isGood: error === null }),
    );
  });
}
