import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { DEFAULT_STYLE } from '@tavola/contracts/qr.ts';
import { limitsTable } from '@tavola/test-kit/limits-table.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { person } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DRAWINGS_WAITING } from '../src/rendering/rendered.ts';
import { renderingStore } from '../src/rendering/rendering-store.ts';
import { UNFINISHED_SHEETS_MAX } from '../src/sheet/sheet-store.ts';
import { changeStyle } from '../src/style/change-style.ts';
import { type Owner, startQr } from './setup.ts';
import { sheetsOf } from './sheet-calls.ts';

// @module-tag full

describe('images', async () => {
  const qr = await startQr();
  const { codesOf } = sheetsOf(qr);
  // On a busy machine a Redis command can exceed its timeout.
  const waiting = async () => (await qr.deps.queue.jobs.getJobCounts('waiting').catch(() => ({ waiting: -1 }))).waiting;
  const image = ({ token }: Owner, id: string) => qr.call('GET', `/api/qr-codes/${id}/image`, { token });

  it('of a restaurant with too many waiting are refused with 429, those of others not, and are dropped when no client waits', async () => {
    const [ada, bea] = [qr.owner(), qr.owner()];
    const [[hers = ''], [other = '']] = [await codesOf(ada, 1), await codesOf(bea, 1)];
    const end = Promise.withResolvers<void>();
    const open = Array.from({ length: 1 + DRAWINGS_WAITING }, () =>
      qr.deps.drawings.turns.run({ restaurant: ada.tenant.id, person: ada.userId }, () => end.promise),
    );
    const refused = await image(ada, hers);
    expectProblem(refused, 429);
    expect(refused.headers.get('retry-after')).toBe('5');
    // Nor has the person more of them in another restaurant.
    const elsewhere = { ...bea, token: person({ userId: ada.userId, tenantId: bea.tenant.id }).token };
    expectProblem(await image(elsewhere, other), 429);
    // There is no worker.
    expect((await image(bea, other)).status).toBe(503);
    await expect.poll(waiting).toBe(0);
    end.resolve();
    await Promise.all(open);
    expect((await image(ada, hers)).status).toBe(503);
  });

  it('of a restaurant take one place in the queue', async () => {
    const [ada, bea] = [qr.owner(), qr.owner()];
    const many = await codesOf(ada, DRAWINGS_WAITING);
    const [one = ''] = await codesOf(bea, 1);
    const answers = [...many.map((id) => image(ada, id)), image(bea, one)];
    const counts = new Set<number | undefined>();
    let isOver = false;
    const over = Promise.all(answers).then(() => {
      isOver = true;
    });
    while (!isOver) {
      counts.add(await waiting());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await over;
    expect(Math.max(...[...counts].map(Number))).toBeLessThanOrEqual(2);
  });

  it('that several clients wait for are drawn even if the first one disconnects', async () => {
    const ada = qr.owner();
    const [id = ''] = await codesOf(ada, 1);
    const asked = vi.spyOn(qr.deps.drawings.images, 'get');
    onTestFinished(() => asked.mockRestore());
    const leaving = new AbortController();
    const get = (init: RequestInit = {}) =>
      fetch(`${qr.url}/api/qr-codes/${id}/image`, { headers: { authorization: `Bearer ${ada.token}` }, ...init });
    const first = get({ signal: leaving.signal });
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    const second = get();
    await expect.poll(() => asked.mock.calls.length).toBe(2);
    leaving.abort();
    await expect(first).rejects.toThrow();
    // As a worker does.
    const [[hash = ''] = []] = asked.mock.calls;
    await renderingStore(qr.deps.db).keep(hash, id, new Uint8Array([1]));
    expect((await second).status).toBe(200);
  });

  it('in a replaced style are not drawn', async () => {
    const ada = qr.owner();
    const [id = ''] = await codesOf(ada, 1);
    const asked = image(ada, id);
    await expect.poll(waiting, { interval: 5 }).toBe(1);
    await qr.database.rows(
      "INSERT INTO qr.style (tenant_id, foreground, background) VALUES ($1, '#0b5a3c', '#ffffff')",
      [ada.tenant.id],
    );
    const worker = qr.startWorker();
    await asked;
    await expect.poll(async () => (await image(ada, id)).status, { timeout: 20_000 }).toBe(200);
    expect(await qr.database.rows('SELECT 1 FROM qr.rendering WHERE code_id = $1', [id])).toHaveLength(1);
    await worker.close();
  });
});

describe('style changes', async () => {
  const qr = await startQr();

  it('of one restaurant are tried one after the other, without those that are already replaced', async () => {
    const ada = qr.owner();
    const trials: string[] = [];
    const first = Promise.withResolvers<{ fault: null; logo: null }>();
    const queue = {
      ...qr.deps.queue,
      tryStyle: ({ caption }: { caption: string | null }) => {
        trials.push(String(caption));
        return first.promise;
      },
    };
    const change = (caption: string) =>
      changeStyle({ ...qr.deps, queue }, { restaurant: ada.tenant.id, person: ada.userId }, 'text', { caption }, [
        entityTag(DEFAULT_STYLE),
      ]);
    const [one, other] = [change('one'), change('other')];
    await expect.poll(() => trials).toEqual(['one']);
    first.resolve({ fault: null, logo: null });
    expect(await one).toMatchObject({ caption: 'one' });
    await expect(other).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(trials).toEqual(['one']);
  });
});

describe('sheets', async () => {
  const qr = await startQr();
  const { codesOf, make } = sheetsOf(qr);
  const waiting = async () => (await qr.deps.sheets.jobs.getJobCounts('waiting')).waiting;
  const post = ({ token }: Owner, codeIds: readonly string[]) =>
    qr.call('POST', '/api/qr-codes/sheets', { token, body: { codeIds } });
  const states = ({ tenant }: Owner) =>
    qr.database.rows('SELECT DISTINCT state FROM qr.sheet WHERE tenant_id = $1', [tenant.id]);
  const printed = async ({ token }: Owner) =>
    (await qr.call('GET', '/api/qr-codes/sheets', { token })).body.sheets.length;

  it('of one restaurant take one place in the queue, too many are refused with 429, and each is made without polling', async () => {
    const [ada, bea] = [qr.owner(), qr.owner()];
    const ids = await codesOf(ada, UNFINISHED_SHEETS_MAX + 1);
    for (const id of ids.slice(1)) await make(ada, { codeIds: [id] });
    const refused = await post(ada, ids);
    expectProblem(refused, 429);
    expect(refused.headers.get('retry-after')).toBe('15');
    await make(ada, { codeIds: ids.slice(1, 2) });
    await make(bea, { codeIds: await codesOf(bea, 1) });
    expect(await waiting()).toBe(2);
    expect(await printed(ada)).toBe(0);

    // All that the queue knows is lost.
    await qr.deps.sheets.jobs.obliterate({ force: true });
    expectProblem(await post(ada, ids), 429);
    await expect.poll(waiting).toBe(1);

    qr.startWorker();
    await expect.poll(() => states(ada), { timeout: 60_000 }).toEqual([{ state: 'done' }]);
    expect(await printed(ada)).toBe(UNFINISHED_SHEETS_MAX);
    expect((await post(ada, ids)).status).toBe(202);
  }, 90_000);
});

it('docs/limits.md shows these limits', () => {
  expect(limitsTable('drawing')).toEqual([
    `| Images and style changes, in each process; of one person likewise | 1 | ${DRAWINGS_WAITING} |`,
    `| Print sheets | 1 | ${UNFINISHED_SHEETS_MAX - 1} |`,
  ]);
});
