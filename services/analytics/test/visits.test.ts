import { randomUUID } from 'node:crypto';
import { visitStream } from '@tavola/contracts/events.ts';
import { timed } from '@tavola/test-kit/timed.ts';
import { describe, expect, it } from 'vitest';
import { type Owner, PHONE, startAnalytics } from './setup.ts';

const analytics = await startAnalytics();
const { call, database, leave, owner, stats, stream, sums, tallies, tell, untilCounted, untilStats, untilSums } =
  analytics;

const NOTHING = { views: 0, seconds: 0, scans: 0, visitors: 0 };

describe('POST /api/public/visits', () => {
  it('answers 204, and the owner sees the visit counted a moment later', async () => {
    const ada = owner();
    const answer = await leave({ tenantId: ada.tenantId, seconds: 150 });
    expect(answer).toMatchObject({ status: 204, body: undefined });
    await untilStats(ada, { totalViews: 1, avgViewTime: '2m 30s', totalScans: 0, totalItems: 9 });
    expect(await sums(ada)).toEqual({ views: 1, seconds: 150, scans: 0, visitors: 1 });
    const [row] = await tallies(ada);
    expect(Math.abs(Date.parse(`${row?.quarter}Z`) - Date.now())).toBeLessThan(16 * 60_000);
    expect(row?.quarter).toMatch(/:(00|15|30|45)$/);
  });

  it.each([
    [1800, 1800],
    [1801, 1800],
    [59.6, 60],
    [0, 0],
  ])('counts %d seconds as %s: a phone left on the table is not half an hour of reading', async (seconds, counted) => {
    const ada = owner();
    expect((await leave({ tenantId: ada.tenantId, seconds })).status).toBe(204);
    await untilCounted();
    await untilSums(ada, { views: 1, seconds: counted });
  });

  it('counts nothing for an unknown restaurant, and asks auth about it once', async () => {
    const tenantId = randomUUID();
    for (let n = 0; n < 3; n++) {
      expect((await leave({ tenantId, seconds: 10 })).status).toBe(204);
      await untilCounted();
    }
    expect(await sums({ tenantId, token: '' })).toEqual(NOTHING);
    expect(analytics.askedAuth.filter((path) => path.includes(tenantId))).toHaveLength(1);
  });
});

describe('the stream of visits', () => {
  it('skips invalid entries, and counts those before and after', async () => {
    const ada = owner();
    const good = { kind: 'view', tenantId: ada.tenantId, at: Date.now(), seconds: 10 } as const;
    await tell(good);
    for (const payload of ['{}', 'not json at all', JSON.stringify({ ...good, seconds: -5 })]) {
      await stream.xAdd(visitStream.name, '*', { payload });
    }
    await stream.xAdd(visitStream.name, '*', { other: 'field' });
    await tell(good);
    await untilCounted();
    expect(await sums(ada)).toEqual({ views: 2, seconds: 20, scans: 0, visitors: 0 });
  });

  it('counts visits that name a restaurant in capital letters with its others', async () => {
    const ada = owner();
    for (const tenantId of [ada.tenantId, ada.tenantId.toUpperCase(), ada.tenantId, ada.tenantId.toUpperCase()]) {
      expect((await leave({ tenantId, seconds: 10 })).status).toBe(204);
    }
    await tell(
      ...[ada.tenantId, ada.tenantId.toUpperCase()].flatMap((tenantId) =>
        Array.from({ length: 20 }, () => ({ kind: 'view', tenantId, at: Date.now(), seconds: 10 }) as const),
      ),
    );
    await untilSums(ada, { views: 44, seconds: 440, visitors: 1 });
  });

  it('keeps visits while auth is down, and counts each once when it is back', { tags: 'full' }, async () => {
    const [ada, bea] = [owner(), owner()];
    await leave({ tenantId: ada.tenantId, seconds: 1 });
    await untilCounted();
    analytics.authIs('away');
    // One cached restaurant and one that needs a request: the whole batch is retried.
    await tell(
      { kind: 'view', tenantId: ada.tenantId, at: Date.now(), seconds: 1 },
      { kind: 'view', tenantId: bea.tenantId, at: Date.now(), seconds: 2 },
    );
    await expect
      .poll(() => analytics.askedAuth.filter((path) => path.includes(bea.tenantId)).length, { timeout: 10_000 })
      .toBeGreaterThan(1);
    expect(await sums(bea)).toEqual(NOTHING);
    analytics.authIs('there');
    await untilCounted();
    expect(await sums(bea)).toMatchObject({ views: 1, seconds: 2 });
    expect(await sums(ada)).toMatchObject({ views: 2, seconds: 2 });
  });
});

describe('the dishes and codes of a visit', () => {
  const itemRows = ({ tenantId }: Owner) =>
    database.rows('SELECT item_id, seen FROM analytics.item_tally WHERE tenant_id = $1 ORDER BY 1', [tenantId]);
  const codeRows = ({ tenantId }: Owner) =>
    database.rows('SELECT code_id, views, scans FROM analytics.code_tally WHERE tenant_id = $1', [tenantId]);
  const view = ({ tenantId }: Owner, seen: number[]) =>
    ({ kind: 'view', tenantId, at: Date.now(), seconds: 1, source: 'table4', seen }) as const;
  const asked = ({ tenantId }: Owner) => analytics.askedIds.filter((path) => path.includes(tenantId)).length;

  it('wait in the stream while menu, which knows the dishes, is down', { tags: 'full' }, async () => {
    const ada = owner();
    analytics.menuIs('away');
    await tell(view(ada, [1, 1_000]));
    // At least two tries.
    const outage = Date.now();
    await expect.poll(() => Date.now() - outage).toBeGreaterThan(1_500);
    expect(await sums(ada)).toEqual(NOTHING);
    analytics.menuIs('there');
    await untilCounted();
    expect(await sums(ada)).toMatchObject({ views: 1 });
    expect(await itemRows(ada)).toEqual([{ item_id: 1, seen: 1 }]);
    expect(await codeRows(ada)).toEqual([{ code_id: 'table4', views: 1, scans: 0 }]);
    // What is known to exist is counted without menu.
    analytics.menuIs('away');
    await tell(view(ada, [1, 2]));
    await untilCounted();
    analytics.menuIs('there');
    expect(await itemRows(ada)).toEqual([
      { item_id: 1, seen: 2 },
      { item_id: 2, seen: 1 },
    ]);
  });

  it('count at once if new, and cost few questions if made up', async () => {
    const ada = owner();
    await tell(view(ada, [1]));
    await untilCounted();
    analytics.itemIds.push(900);
    await tell(view(ada, [1, 900]));
    await untilCounted();
    expect(await itemRows(ada)).toEqual([
      { item_id: 1, seen: 2 },
      { item_id: 900, seen: 1 },
    ]);
    expect(asked(ada)).toBe(2);
    const startedAt = Date.now();
    for (let batch = 0; batch < 3; batch += 1) {
      await tell(...Array.from({ length: 50 }, (_, n) => view(ada, [10_000 + n])));
      await untilCounted();
    }
    // One, and another every 2 s.
    expect(asked(ada) - 2).toBeLessThanOrEqual(1 + (Date.now() - startedAt) / 2_000);
    expect(await itemRows(ada)).toHaveLength(2);
    expect(await sums(ada)).toMatchObject({ views: 152 });
  });
});

describe('while Redis is down', { tags: 'full' }, () => {
  it('visits are lost without an error, figures are served, and counting continues once it is back', async () => {
    const ada = owner();
    await leave({ tenantId: ada.tenantId, seconds: 10 });
    await untilStats(ada, { totalViews: 1 });
    await analytics.redis.stop();

    const { ownMs } = await timed(async () => {
      expect((await leave({ tenantId: ada.tenantId, seconds: 10 })).status).toBe(204);
      expect(await stats(ada)).toMatchObject({ status: 200, body: { totalViews: 1 } });
    });
    expect(ownMs).toBeLessThan(1_500);

    await analytics.redis.start();
    await expect
      .poll(
        async () => {
          await leave({ tenantId: ada.tenantId, seconds: 10 });
          return (await stats(ada)).body.totalViews;
        },
        { timeout: 10_000, interval: 200 },
      )
      .toBeGreaterThan(1);
  });
});

describe('while Redis hangs', { tags: 'full' }, () => {
  it('beacons are answered at once, and counted once afterwards', async () => {
    const ada = owner();
    await leave({ tenantId: ada.tenantId, seconds: 10 });
    await untilCounted();
    analytics.redis.freeze();
    try {
      // Whether the first visit was stored is unknown.
      await leave({ tenantId: ada.tenantId, seconds: 10 });
      await new Promise((resolve) => setTimeout(resolve, 700));
      const { result: answers, ownMs } = await timed(() =>
        Promise.all(Array.from({ length: 20 }, () => leave({ tenantId: ada.tenantId, seconds: 10 }))),
      );
      expect(answers.every(({ status }) => status === 204)).toBe(true);
      expect(ownMs).toBeLessThan(5_000);
    } finally {
      analytics.redis.thaw();
    }
    await expect.poll(async () => (await sums(ada)).views, { timeout: 15_000 }).toBeGreaterThanOrEqual(21);
    await untilCounted();
    expect([21, 22]).toContain((await sums(ada)).views);
  });
});

describe('the headers and the body of a beacon', () => {
  const path = '/api/public/visits';
  const json = { 'content-type': 'application/json', 'user-agent': PHONE };

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'are read as %s',
    async (type) => {
      const ada = owner();
      const raw = JSON.stringify({ tenantId: ada.tenantId, seconds: 3 });
      expect((await call('POST', `${path}?x=1`, { raw, headers: { ...json, 'content-type': type } })).status).toBe(204);
      await untilSums(ada, { views: 1, seconds: 3 });
    },
  );

  it('are answered with a request id and no-store', async () => {
    const { tenantId } = owner();
    for (const [body, status] of [
      [{ tenantId, seconds: 1 }, 204],
      [{ tenantId, seconds: -1 }, 400],
    ] as const) {
      const answer = await leave(body, { 'x-request-id': 'abcdef-123456' });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('x-request-id')).toBe('abcdef-123456');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('are read in chunks without a length; too large a body is refused, and the connection stays open', async () => {
    const ada = owner();
    const stream = (parts: string[]) =>
      new ReadableStream({
        async start(controller) {
          for (const part of parts) {
            controller.enqueue(new TextEncoder().encode(part));
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
          controller.close();
        },
      });
    const post = (parts: string[]) =>
      fetch(analytics.url + path, {
        method: 'POST',
        headers: json,
        body: stream(parts),
        duplex: 'half',
      } as RequestInit);
    expect((await post(['{"tenantId":"', ada.tenantId, '","sec', 'onds":4}'])).status).toBe(204);
    expect((await post(Array.from({ length: 10 }, () => 'x'.repeat(50_000)))).status).toBe(413);
    expect((await post([JSON.stringify({ tenantId: ada.tenantId, seconds: 4 })])).status).toBe(204);
    await untilSums(ada, { views: 2, seconds: 8 });
  });
});
