import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';

/**
 * Kills the Redis with this process id and occupies its port, so that its supervisor can't restart it yet. Returns a function
 * that ends the outage: it frees the port and waits until Redis responds again.
 */
export async function takeAwayRedis(pid: number): Promise<() => Promise<void>> {
  const port = portOf(pid);
  process.kill(pid, 'SIGKILL');
  // Closes every incoming connection immediately.
  const holder = createServer((socket) => socket.destroy());
  await untilListening();
  return async () => {
    await new Promise((resolve) => holder.close(resolve));
    const deadline = Date.now() + 40_000;
    while (!(await answers(port))) {
      if (Date.now() > deadline) throw new Error(`Nothing is back at port ${port}.`);
      await pause();
    }
  };

  /** The port is free once the killed process is gone. */
  async function untilListening(): Promise<void> {
    const deadline = Date.now() + 5_000;
    while (true) {
      const isListening = await new Promise<boolean>((resolve) => {
        holder.once('error', () => resolve(false));
        holder.listen(port, '127.0.0.1', () => resolve(true));
      });
      if (isListening) return;
      if (Date.now() > deadline) throw new Error(`Port ${port} could not be held.`);
      await pause();
    }
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** The port of a running Redis, which shows its address instead of its arguments. */
function portOf(pid: number): number {
  const [, port] = /:(\d+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? [];
  if (!port) throw new Error(`Process ${pid} does not say its port.`);
  return Number(port);
}

/** Whether a Redis responds at this port. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      resolve(data.toString().startsWith('+PONG'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}
