import { once } from 'node:events';
import { sheet } from '@tavola/contracts/qr.ts';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readCode } from './read-code.ts';
import { PUBLIC_ORIGIN, startQr } from './setup.ts';
import { sheetsOf } from './sheet-calls.ts';
import { workerProcesses } from './worker-process.ts';

describe('a worker process that is stopped in the middle of a sheet', async () => {
  const qr = await startQr();
  const { codesOf, make, progress, finished, file } = sheetsOf(qr);
  const start = workerProcesses(qr);

  it('finishes it, takes no other, and shuts down; the next worker takes what waits', async () => {
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
