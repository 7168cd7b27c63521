import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { findCommand } from '@tavola/local-servers/program.ts';
import { treeOf } from './processes.ts';

const taskset = findCommand('taskset');

/** Whether servers and load each get their own core, so that neither slows the other. */
export const hasCores = taskset !== null && availableParallelism() >= 2;

const SERVERS = '0';
const LOAD = '1';

/** Pins running processes, with all their children and threads, to the servers' core. */
export function pinServers(pids: Iterable<number>): void {
  for (const pid of pids) for (const one of treeOf(pid)) pin(one, SERVERS);
}

/** Pins this process, and every process it starts from now on, to the load's core. */
export function pinLoad(): void {
  pin(process.pid, LOAD);
}

/** A command line that runs on the servers' core. */
export function onServersCore(command: string, args: readonly string[]): { command: string; args: string[] } {
  if (!hasCores || !taskset) return { command, args: [...args] };
  return { command: taskset, args: ['-c', SERVERS, command, ...args] };
}

function pin(pid: number, cores: string): void {
  if (!hasCores || !taskset) return;
  try {
    execFileSync(taskset, ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' });
  } catch {
    // The process has ended meanwhile.
  }
}
