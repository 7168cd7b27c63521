import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessName } from '@tavola/contracts/topology.ts';
import { programOf } from './processes.ts';
import { replaceFile } from './replace-file.ts';

/** The state that a running start saves for the next start and for the project's other programs. */
interface Running {
  supervisor: number;
  /** Process ids by name. */
  pids: Record<string, number>;
  /** The superuser's URL of its database. */
  adminUrl?: string;
}

const fileOf = (home: string) => join(home, 'running.json');

function read(home: string): Running | null {
  if (!existsSync(fileOf(home))) return null;
  return JSON.parse(readFileSync(fileOf(home), 'utf8'));
}

function write(home: string, change: Partial<Running>): void {
  const running: Running = { pids: {}, ...read(home), supervisor: process.pid, ...change };
  replaceFile(fileOf(home), JSON.stringify(running, null, 2));
}

/** Saves which processes are running. */
export const noteRunning = (home: string, pids: Record<string, number>): void => write(home, { pids });

/** Saves which database is in use. */
export const noteDatabase = (home: string, adminUrl: string): void => write(home, { adminUrl });

/** Call this after everything has stopped. */
export const forgetRunning = (home: string): void => rmSync(fileOf(home), { force: true });

/** The superuser's URL of the database that the start in `home` uses, or null when none is running. */
export function runningDatabase(home: string): string | null {
  const running = read(home);
  return running && isStart(running.supervisor) ? (running.adminUrl ?? null) : null;
}

/** The ids of the processes that the start in `home` runs, by name. */
export const runningProcesses = (home: string): Record<string, number> => read(home)?.pids ?? {};

/**
 * Ends the processes that a killed start left running in `home`.
 * @throws Error when that start is still alive.
 */
export async function endLeftovers(home: string): Promise<void> {
  const left = read(home);
  if (!left) return;
  if (isStart(left.supervisor)) {
    throw new Error(
      `It is running already (process ${left.supervisor}). Stop that one first, with Ctrl-C in its terminal.`,
    );
  }
  // The id may have been reused by another process.
  const alive = () => Object.entries(left.pids).filter(([name, pid]) => commandOf(pid)?.includes(markOf(name)));
  for (const [name, pid] of alive()) process.kill(pid, name === 'postgres' ? 'SIGINT' : 'SIGTERM');
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline && alive().length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  forgetRunning(home);
}

const isStart = (pid: number): boolean => commandOf(pid)?.includes('infra/dev/local/start.ts') ?? false;

function markOf(name: string): string {
  if (name === 'postgres' || name === 'nginx') return name;
  if (name.startsWith('redis-')) return 'redis';
  return programOf(name as ProcessName);
}

/** The command line of a running process. */
function commandOf(pid: number): string | null {
  // macOS has no /proc.
  if (!existsSync('/proc/self/cmdline')) {
    const { status, stdout } = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
    return status === 0 ? stdout : null;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return null;
  }
}
