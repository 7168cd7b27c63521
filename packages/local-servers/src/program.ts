import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { accessSync, constants, openSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A server's process that was started here and is ended here. */
export interface Program {
  readonly name: string;
  readonly pid: number;
  /** Resolves with a short reason when the process has ended, for whatever cause. */
  readonly ended: Promise<string>;
  /** Asks the process to end, and ends it after `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

export interface ProgramOptions {
  name: string;
  command: string;
  args: readonly string[];
  /** The file its output is appended to. */
  logFile: string;
  env?: Record<string, string | undefined>;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** The signal that asks it to end; SIGTERM unless it has another for that. */
  stopSignal?: NodeJS.Signals;
}

/**
 * Starts a process in a group of its own, so that a Ctrl-C in the terminal reaches the program that started it, which
 * then ends its children in order.
 */
export function startProgram(options: ProgramOptions): Program {
  const { name, command, args, logFile, env, cwd, uid, gid, stopSignal = 'SIGTERM' } = options;
  const log = openSync(logFile, 'a');
  const child: ChildProcess = spawn(command, args, {
    stdio: ['ignore', log, log],
    detached: true,
    ...(env && { env: env as NodeJS.ProcessEnv }),
    ...(cwd && { cwd }),
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  });
  return {
    name,
    pid: child.pid ?? 0,
    ended,
    async stop(graceMs = 10_000) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      child.kill(stopSignal);
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The path of the first of `names` on PATH (or in the system folders a plain user lacks), or null. */
export function findCommand(...names: string[]): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not here
      }
    }
  }
  return null;
}

/**
 * The path of one of `names`; where none is installed, Debian's `packages` are installed if this is root on Debian.
 * @throws Error with one line that says what to install.
 */
export async function commandOrInstall(
  names: string[],
  packages: string[],
  say: (line: string) => void,
): Promise<string> {
  const found = findCommand(...names);
  if (found) return found;
  const apt = findCommand('apt-get');
  if (apt && process.getuid?.() === 0) {
    say(`installing ${packages.join(', ')} from the system's packages`);
    // Debian starts a freshly installed server; this one is to run only as ours.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    await run(apt, ['update', '-qq'], { env });
    await run(apt, ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
    const installed = findCommand(...names);
    if (installed) return installed;
  }
  throw new Error(`${names.join(' or ')} is not installed. Install it (package ${packages.join(', ')}) and try again.`);
}

/** Waits until `check` gives true; `program` ending or `timeoutMs` passing is an error that names the log. */
export async function untilReady(
  program: Program,
  logFile: string,
  check: () => Promise<boolean>,
  timeoutMs = 20_000,
): Promise<void> {
  let reason: string | undefined;
  void program.ended.then((said) => {
    reason = said;
  });
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (await check().catch(() => false)) return;
    if (reason) throw new Error(`${program.name} ended at once (${reason}). Its log: ${logFile}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${program.name} did not become ready in ${timeoutMs / 1000} s. Its log: ${logFile}`);
}
