import { readdirSync, readFileSync } from 'node:fs';

/** Length of a tick of /proc's clock: 10 ms on every Linux that Node runs on. */
const TICK_US = 10_000;

/** A process and all its descendants. */
export function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) && statOf(Number(name));
    if (!stat) continue;
    const parent = Number(stat[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** CPU time of a process and its descendants, including ended ones, in microseconds. */
export function cpuOf(root: number): number {
  return treeOf(root).reduce((sum, pid) => {
    const [own, ownInKernel, ended, endedInKernel] = statOf(pid)?.slice(11, 15).map(Number) ?? [];
    if (own === undefined) return sum;
    return sum + (own + (ownInKernel ?? 0) + (ended ?? 0) + (endedInKernel ?? 0)) * TICK_US;
  }, 0);
}

/** The environment a process was started with. */
export function environmentOf(pid: number): Record<string, string> {
  const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** The fields of /proc/<pid>/stat from the state on, or null when the process does not exist. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before them may contain anything, including spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
