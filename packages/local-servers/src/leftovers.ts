import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Something to clean up if this process dies first: a process group to stop, or a folder to remove. */
export type Leftover = { group: number; stopSignal: NodeJS.Signals } | { folder: string };

/** A line to the watchdog: adds a `leftover`, or without one, removes it from the list. */
export interface WatchdogMessage {
  id: number;
  leftover?: Leftover;
}

let watchdog: Socket | undefined;
let lastId = 0;

/**
 * Makes sure that `leftover` is cleaned up within about 4 s after this process ends, even by SIGKILL. Returns a function
 * that cancels this. A group gets its stop signal and is killed 3 s later; folders are removed last.
 */
export function cleanUpAfterUs(leftover: Leftover): () => void {
  watchdog ??= startWatchdog();
  const id = ++lastId;
  const tell = (message: WatchdogMessage) => watchdog?.write(`${JSON.stringify(message)}\n`);
  tell({ id, leftover });
  return () => tell({ id });
}

/** Creates a temporary folder. It is removed by `remove`, or when this process ends. */
export function temporaryFolder(purpose: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `tavola-${purpose}-`));
  const callOff = cleanUpAfterUs({ folder: path });
  return {
    path,
    remove() {
      rmSync(path, { recursive: true, force: true });
      callOff();
    },
  };
}

/** Starts this process's watchdog in its own session, so that a Ctrl-C or a closed terminal does not reach it. */
function startWatchdog(): Socket {
  const file = fileURLToPath(new URL('watchdog.ts', import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
    env: { PATH: process.env.PATH },
  });
  child.unref();
  // Losing the watchdog must not end this process.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  const stdin = child.stdin as Socket;
  stdin.unref();
  return stdin;
}
