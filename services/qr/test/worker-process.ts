import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { startQr } from './setup.ts';

const WORKER = fileURLToPath(new URL('../src/worker.ts', import.meta.url));

/** Returns a function that starts a worker in its own process; all are killed after the calling test file's tests. */
export function workerProcesses(qr: Awaited<ReturnType<typeof startQr>>): () => ChildProcess {
  const running: ChildProcess[] = [];
  afterAll(() => {
    for (const worker of running) worker.kill('SIGKILL');
  });
  return () => {
    const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', WORKER], {
      env: {
        ...process.env,
        LOG_LEVEL: 'silent',
        DATABASE_URL: qr.database.urlOf('qr'),
        REDIS_QUEUE_URL: qr.redis.url,
      },
      stdio: 'ignore',
    });
    running.push(worker);
    return worker;
  };
}
