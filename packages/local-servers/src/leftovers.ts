import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Something to clean up should this process end without doing so: a process group to end, or a folder to remove. */
export type Leftover = { group: number; stopSignal: NodeJS.Signals } | { folder: string };

/** A line to the watchdog: there is something new to clean up, or, without `leftover`, it was cleaned up. */
export interface WatchdogMessage {
  id: number;
  leftover?: Leftover;
}

let watchdog: Socket | undefined;
let lastId = 0;

/**
 * Has `leftover` cleaned up within about 4 s of this process's end, even if that is SIGKILL. Gives what calls that off. A group is
 * asked to end by its signal and killed 3 s later; folders go last.
 */
export function cleanUpAfterUs(leftover: Leftover): () => void {
  watchdog ??= startWatchdog();
  const id = ++lastId;
  const tell = (message: WatchdogMessage) => watchdog?.write(`${JSON.stringify(message)}\n`);
  tell({ id, leftover });
  return () => tell({ id });
}

/** Makes a folder for temporary files; `remove` removes it, and so does the end of this process. */
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

/** Starts this process's watchdog, in a session of its own: a Ctrl-C or a closed terminal does not reach it. */
function startWatchdog(): Socket {
  const file = fileURLToPath(new URL('watchdog.ts', import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
    env: { PATH: process.env.PATH },
  });
  child.unref();
  // A watchdog that was killed must not end this process.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  const stdin = child.stdin as Socket;
  stdin.unref();
  return stdin;
}
