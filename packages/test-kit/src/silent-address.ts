import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** Makes 127.0.0.2 at `port` answer nothing, not even with a refusal: its backlog is full, and further connections are dropped. */
export async function silentAt(port: string): Promise<void> {
  const script = `require('node:net').createServer().listen({ port: ${port}, host: '127.0.0.2', backlog: 1 }, () => {
    require('node:fs').writeSync(1, 'up');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  })`;
  const process = spawn('node', ['-e', script]);
  onTestFinished(() => void process.kill('SIGKILL'));
  await once(process.stdout, 'data');
  const waiting = Array.from({ length: 8 }, () => connect(Number(port), '127.0.0.2').on('error', () => {}));
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
  });
}
