import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Leftover, WatchdogMessage } from './leftovers.ts';

// Cleans up after the process at the other end of stdin: stdin closes when that process ends, for whatever reason.

/** How long a process group may take to stop before it is killed, in milliseconds. */
const GRACE_MS = 3_000;
const POLL_MS = 25;

const leftovers = new Map<number, Leftover>();
for await (const line of createInterface({ input: process.stdin })) {
  const { id, leftover } = JSON.parse(line) as WatchdogMessage;
  if (leftover) leftovers.set(id, leftover);
  else leftovers.delete(id);
}

const groups = [...leftovers.values()].filter((one) => 'group' in one);
for (const { group, stopSignal } of groups) signal(group, stopSignal);
const deadline = Date.now() + GRACE_MS;
while (Date.now() < deadline && groups.some(({ group }) => signal(group, 0))) await sleep(POLL_MS);
for (const { group } of groups) signal(group, 'SIGKILL');
for (const one of leftovers.values()) {
  // Retries, as a process that is being killed may still write there.
  if ('folder' in one) rmSync(one.folder, { recursive: true, force: true, maxRetries: 10 });
}

/** Signals a process group; false where it is empty. */
function signal(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, name);
  } catch {
    return false;
  }
}
