import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { cleanUpAfterUs } from './leftovers.ts';

const run = promisify(execFile);

/** How long a command may take to stop after its timeout, in milliseconds. */
const STOP_GRACE_MS = 3_000;

/** A process started here; it is stopped together with its process group. */
export interface Program {
  readonly name: string;
  /** The process id, which is also its group's id. */
  readonly pid: number;
  /** Resolves with a short reason once the process has ended and the rest of its group has been killed. */
  readonly ended: Promise<string>;
  /** Signals the process to stop, and kills its group after `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

interface ProgramOptions {
  name: string;
  command: string;
  args: readonly string[];
  /** The file its output is appended to; without one, it shares this process's output. */
  logFile?: string;
  env?: Record<string, string | undefined>;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** The signal that stops it; SIGTERM by default. */
  stopSignal?: NodeJS.Signals;
}

/**
 * Starts a process in its own group. So a Ctrl-C in the terminal reaches only the parent, which then stops its children
 * in order. If the parent dies first, the watchdog stops the group.
 */
export function startProgram(options: ProgramOptions): Program {
  const { name, command, args, logFile, env, cwd, uid, gid, stopSignal = 'SIGTERM' } = options;
  const output = logFile === undefined ? 'inherit' : openSync(logFile, 'a');
  const child: ChildProcess = spawn(command, args, {
    stdio: ['ignore', output, output],
    detached: true,
    ...(env && { env: env as NodeJS.ProcessEnv }),
    ...(cwd && { cwd }),
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  });
  if (typeof output === 'number') closeSync(output);
  const { pid } = child;
  const callOff = pid === undefined ? () => {} : cleanUpAfterUs({ group: pid, stopSignal });
  const killGroup = () => {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // the group is empty
    }
  };
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      killGroup();
      callOff();
      resolve(signal ? `signal ${signal}` : `exit code ${code}`);
    });
  });
  return {
    name,
    pid: pid ?? 0,
    ended,
    async stop(graceMs = 10_000) {
      if (child.exitCode !== null || child.signalCode !== null || pid === undefined) return;
      child.kill(stopSignal);
      const timer = setTimeout(killGroup, graceMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * Runs a command to completion, with its output in this process's output or in a file. Stops it after `timeoutMs`.
 * @returns its exit code; 1 where it was stopped or could not be started.
 */
export async function runProgram(options: Omit<ProgramOptions, 'name'>, timeoutMs?: number): Promise<number> {
  const program = startProgram({ ...options, name: options.command });
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => program.stop(STOP_GRACE_MS), timeoutMs);
  const reason = await program.ended;
  clearTimeout(timer);
  return Number(/^exit code (\d+)$/.exec(reason)?.[1] ?? 1);
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
 * Returns the path of one of `names`. If none is installed and this is root on Debian, installs `packages` first.
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
    // Keeps Debian from starting a newly installed server; it should run only as our process.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    await run(apt, ['update', '-qq'], { env });
    await run(apt, ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
    const installed = findCommand(...names);
    if (installed) return installed;
  }
  throw new Error(`${names.join(' or ')} is not installed. Install it (package ${packages.join(', ')}) and try again.`);
}

/**
 * Waits until `check` returns true. Throws an error that names the log if `program` ends, or after `timeoutMs`, when it
 * is also stopped.
 */
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
  await program.stop();
  throw new Error(`${program.name} did not become ready in ${timeoutMs / 1000} s. Its log: ${logFile}`);
}
