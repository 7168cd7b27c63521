import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sheet } from '@tavola/contracts/qr.ts';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { readCode } from './read-code.ts';
import { PUBLIC_ORIGIN, startQr } from './setup.ts';
import { sheetsOf } from './sheet-calls.ts';

const WORKER = fileURLToPath(new URL('../src/worker.ts', import.meta.url));

describe('a worker process that is told to stop in the middle of a sheet', async () => {
  const qr = await startQr();
  const { codesOf, make, progress, finished, file } = sheetsOf(qr);
  const running: ReturnType<typeof spawn>[] = [];
  afterAll(() => {
    for (const worker of running) worker.kill('SIGKILL');
  });

  it('finishes it, takes no other, and ends in order; the next worker takes what waits', async () => {
    const start = () => {
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
    const ada = qr.owner();
    const ids = await codesOf(ada, 8);
    const [one, other] = [
      await make(ada, { codeIds: ids, format: 'zip' }),
      await make(ada, { codeIds: ids.slice(0, 2), format: 'zip' }),
    ];
    const first = start();
    const stateOf = async (id: string) => sheet.parse((await progress(ada, id)).body);
    await expect.poll(async () => (await stateOf(one)).done, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
    first.kill('SIGTERM');
    expect(await once(first, 'exit')).toEqual([0, null]);
    expect(await stateOf(one)).toMatchObject({ state: 'done', done: 8 });
    expect((await stateOf(other)).done).toBe(0);

    start();
    expect(await finished(ada, other, 60_000)).toMatchObject({ state: 'done', done: 2, total: 2 });
    const entries = Object.values(unzipSync(new Uint8Array((await file(ada, one)).file)));
    expect(entries).toHaveLength(8);
    expect(await readCode(Buffer.from(entries.at(-1) as Uint8Array))).toBe(`${PUBLIC_ORIGIN}/q/${ids.at(-1)}`);
  }, 120_000);
});
