import { once } from 'node:events';
import { type StyleInput, sheet } from '@tavola/contracts/qr.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { changeStyle } from '../src/style/change-style.ts';
import type { TriedStyle } from '../src/style/try-style.ts';
import { readCode } from './read-code.ts';
import { type Owner, PUBLIC_ORIGIN, startQr } from './setup.ts';
import { sheetsOf } from './sheet-calls.ts';
import { workerProcesses } from './worker-process.ts';

// @module-tag full

/** Enough codes to be interrupted halfway. */
const SHEET = 20;
const OUTAGE_MS = 8_000;

// Side by side: they wait, for a lock to run out and for an outage to last.
describe.concurrent('a worker process that is killed in the middle of a sheet', async () => {
  const qr = await startQr();
  const { codesOf, make, progress, finished, file } = sheetsOf(qr);
  const startProcess = workerProcesses(qr);

  it('loses nothing: another one makes the whole sheet, once', async () => {
    const ada = qr.owner();
    const ids = await codesOf(ada, SHEET);
    const first = startProcess();
    const id = await make(ada, { codeIds: ids, format: 'zip' });
    const done = async () => sheet.parse((await progress(ada, id)).body);
    await vi.waitFor(async () => expect((await done()).done).toBeGreaterThan(1), { timeout: 60_000, interval: 20 });
    expect((await done()).state).toBe('working');
    first.kill('SIGKILL');
    startProcess();
    expect(await finished(ada, id, 120_000)).toMatchObject({ state: 'done', done: SHEET, total: SHEET });

    const entries = Object.values(unzipSync(new Uint8Array((await file(ada, id)).file)));
    expect(entries).toHaveLength(SHEET);
    const last = entries.at(-1) as Uint8Array;
    expect(await readCode(Buffer.from(last))).toBe(`${PUBLIC_ORIGIN}/q/${ids.at(-1)}`);
    expect(await qr.database.rows('SELECT state FROM qr.sheet')).toEqual([{ state: 'done' }]);
  }, 240_000);
});

describe.concurrent('a worker process that is stopped in the middle of a sheet', async () => {
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
    await vi.waitFor(async () => expect((await stateOf(one)).done).toBeGreaterThan(0), {
      timeout: 60_000,
      interval: 20,
    });
    first.kill('SIGTERM');
    expect(await once(first, 'exit')).toEqual([0, null]);
    expect(await stateOf(one)).toMatchObject({ state: 'done', done: 8 });
    expect((await stateOf(other)).done).toBe(0);

    start();
    expect(await finished(ada, other, 120_000)).toMatchObject({ state: 'done', done: 2, total: 2 });
    const entries = Object.values(unzipSync(new Uint8Array((await file(ada, one)).file)));
    expect(entries).toHaveLength(8);
    expect(await readCode(Buffer.from(entries.at(-1) as Uint8Array))).toBe(`${PUBLIC_ORIGIN}/q/${ids.at(-1)}`);
  }, 240_000);
});

describe.concurrent("while the queue's Redis is down", async () => {
  const qr = await startQr();
  const { codesOf, make, progress, finished } = sheetsOf(qr);

  it('a sheet is a 503; one that waits says why, and is made when Redis is back', async () => {
    const ada = qr.owner();
    const ids = await codesOf(ada, 3);
    const waiting = await make(ada, { codeIds: ids });
    await qr.redis.stop();
    qr.startWorker();

    const answer = await qr.call('POST', '/api/qr-codes/sheets', {
      token: ada.token,
      body: { codeIds: ids, layout: '1' },
    });
    expectProblem(answer, 503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect((await progress(ada, waiting)).body).toEqual({
      state: 'waiting',
      done: 0,
      total: 3,
      reason: expect.stringContaining('continue automatically'),
    });

    await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
    await qr.redis.start();
    expect(await finished(ada, waiting)).toMatchObject({ state: 'done', done: 3 });
  }, 60_000);
});

describe.concurrent("while the queue's Redis is down, with an idle worker", async () => {
  const qr = await startQr();
  qr.startWorker();

  /** Retries until the code is drawn, as an owner would: a slow machine may need more than one request's time. */
  const untilDrawn = (owner: Owner) =>
    vi.waitFor(async () => expect((await qr.code(owner)).status).toBe(200), { timeout: 60_000, interval: 50 });

  it('a code is a 503, and stored ones are still served', async () => {
    const kept = qr.owner();
    await untilDrawn(kept);
    const before = await qr.code(kept);
    await qr.redis.stop();
    // taskforcesh/bullmq#4585: an idle worker never resumed after an outage of more than about six seconds.
    await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
    const refused = await qr.code(qr.owner());
    expectProblem(refused, 503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await qr.code(kept)).toMatchObject({ status: 200, body: before.body });
    await qr.redis.start();
    await untilDrawn(qr.owner());
    await untilDrawn(qr.owner());
  }, 240_000);
});

describe.concurrent("when the queue's Redis goes down in the middle of a sheet", async () => {
  const qr = await startQr();
  const { codesOf, make, progress, finished, file } = sheetsOf(qr);
  const startProcess = workerProcesses(qr);

  it('the sheet is finished whole', async () => {
    const ada = qr.owner();
    const id = await make(ada, { codeIds: await codesOf(ada, SHEET), format: 'zip' });
    startProcess();
    const state = async () => sheet.parse((await progress(ada, id)).body);
    await vi.waitFor(async () => expect((await state()).done).toBeGreaterThan(0), { timeout: 60_000, interval: 20 });
    expect((await state()).state).toBe('working');
    await qr.redis.stop();
    await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
    await qr.redis.start();
    expect(await finished(ada, id, 120_000)).toMatchObject({ state: 'done', done: SHEET, total: SHEET });
    expect(Object.keys(unzipSync(new Uint8Array((await file(ada, id)).file)))).toHaveLength(SHEET);
  }, 240_000);
});

describe('a worker', async () => {
  const qr = await startQr();
  const { codesOf, make, finished } = sheetsOf(qr);

  it('gets a sheet that the queue lost when its state is read', async () => {
    qr.startWorker();
    const ada = qr.owner();
    const id = await make(ada, { codeIds: await codesOf(ada, 2) });
    await finished(ada, id);
    // The state after Redis has lost all its data.
    await qr.database.rows("UPDATE qr.sheet SET state = 'waiting', file = NULL WHERE id = $1", [id]);
    expect((await finished(ada, id)).state).toBe('done');
  });
});

describe('a sheet that waits for a worker', async () => {
  const qr = await startQr();
  const { codesOf, make, finished } = sheetsOf(qr);

  it('is made with the logo of its day, however long the codes had that logo', async () => {
    const ada = qr.owner();
    const logo = (
      await sharp({ create: { width: 60, height: 40, channels: 3, background: '#d94f2b' } })
        .png()
        .toBuffer()
    ).toString('base64');
    const queue = { ...qr.deps.queue, tryStyle: async (style: TriedStyle) => ({ fault: null, logo: style.logo }) };
    const by = { restaurant: ada.tenant.id, person: ada.userId };
    const change = (change: StyleInput) => changeStyle({ ...qr.deps, queue }, by, 'text', change, undefined);
    await change({ logo: `data:image/png;base64,${logo}` });
    await qr.database.rows("UPDATE qr.logo SET kept_at = now() - interval '2 days'");
    const id = await make(ada, { codeIds: await codesOf(ada, 1) });
    await change({ logo: null });
    qr.startWorker();
    expect(await finished(ada, id)).toMatchObject({ state: 'done' });
  });
});
