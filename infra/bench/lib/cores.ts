import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { findCommand } from '@tavola/local-servers/program.ts';
import { treeOf } from './processes.ts';

const taskset = findCommand('taskset');

/** Whether servers and load get a core each, so that neither takes the other's time. */
export const hasCores = taskset !== null && availableParallelism() >= 2;

const SERVERS = '0';
const LOAD = '1';
const BOTH = '0,1';

/** Puts processes that run, with all their children and threads, on the servers' core. */
export function pinServers(pids: Iterable<number>): void {
  for (const pid of pids) for (const one of treeOf(pid)) pin(one, SERVERS);
}

/** Lets processes that run have both cores, where one would not do. */
export function unpinServers(pids: Iterable<number>): void {
  for (const pid of pids) for (const one of treeOf(pid)) pin(one, BOTH);
}

/** Puts this process on the load's core; what it starts from now on is put there, too. */
export function pinLoad(): void {
  pin(process.pid, LOAD);
}

/** A command line that runs on the servers' core, whoever starts it. */
export function onServersCore(command: string, args: readonly string[]): { command: string; args: string[] } {
  if (!hasCores || !taskset) return { command, args: [...args] };
  return { command: taskset, args: ['-c', SERVERS, command, ...args] };
}

function pin(pid: number, cores: string): void {
  if (!hasCores || !taskset) return;
  try {
    execFileSync(taskset, ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' });
  } catch {
    // It has ended since.
  }
}
