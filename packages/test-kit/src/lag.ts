import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Continuously measures how slow this machine is: the time a bare process takes to answer a message. */
export interface Lag {
  /** The maximum in milliseconds between `from` and `to` (performance.now()). */
  most(from: number, to: number): number;
  stop(): void;
}

const EVERY_MS = 50;

/** Starts measuring. */
export function measureLag(): Lag {
  const child = fork(fileURLToPath(new URL('echo.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const measured: { from: number; to: number }[] = [];
  let sentAt: number | undefined;
  let dueAt = performance.now();
  const timer = setInterval(() => {
    // A late timer is lag as well.
    const now = performance.now();
    if (sentAt === undefined) {
      sentAt = Math.min(now, dueAt);
      child.send('ping');
    }
    dueAt = now + EVERY_MS;
  }, EVERY_MS).unref();
  // It ends with this process, and does not keep it.
  child.unref();
  child.channel?.unref();
  child.on('message', () => {
    if (sentAt !== undefined) measured.push({ from: sentAt, to: performance.now() });
    sentAt = undefined;
  });
  return {
    most: (from, to) => {
      const within = measured.filter((one) => one.to >= from && one.from <= to).map((one) => one.to - one.from);
      const open = sentAt !== undefined && sentAt <= to ? performance.now() - sentAt : 0;
      return Math.max(0, open, ...within);
    },
    stop() {
      clearInterval(timer);
      child.kill();
    },
  };
}
