import { setTimeout as rest } from 'node:timers/promises';
import { visitStream } from '@tavola/contracts/events.ts';
import { closeRedis, makeBlockingRedis } from '@tavola/service-kit/data/redis.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { timed } from '@tavola/test-kit/timed.ts';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { mainCodeId } from '../src/code/code-store.ts';
import { type Owner, startQr } from './setup.ts';

const qr = await startQr();
const { owner } = qr;
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36';
const call: typeof qr.call = (method, path, { headers, ...rest } = {}) =>
  qr.call(method, path, { ...rest, headers: { 'user-agent': PHONE, ...headers } });
const stream = makeBlockingRedis(qr.redis.url, 'test', makeLog('test', 'silent'));
afterAll(() => closeRedis(stream));

const printed = (one: Owner) => mainCodeId(qr.deps.db, one.tenant.id);

async function told() {
  const entries = (await stream.xRange(visitStream.name, '-', '+')) ?? [];
  return entries.map(({ message }) => visitStream.payload.parse(JSON.parse(message.payload ?? '')));
}

/** Expects a page that a person with a phone can read. */
function expectUnknown(answer: Awaited<ReturnType<typeof call>>): void {
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.body).toContain('Menu not found. Please check the URL and try again.');
}

describe('GET /q/:code', () => {
  it('redirects to the menu in the guest’s language, with the query, and is not cached', async () => {
    const id = await printed(owner({ slug: 'bistrot-ada', languages: { base: 'fr', others: ['en', 'de'] } }));
    const to = async (accepted: string) => {
      const { headers } = await call('GET', `/q/${id}`, { headers: { 'accept-language': accepted } });
      expect([headers.get('vary'), headers.get('cache-control')]).toEqual([
        expect.stringContaining('Accept-Language'),
        'no-store',
      ]);
      return headers.get('location');
    };
    expect(await to('de-AT,de;q=0.9,en;q=0.8')).toBe(`/menu/bistrot-ada/de?c=${id}`);
    expect(await to('it')).toBe(`/menu/bistrot-ada?c=${id}`);
  });

  it('redirects to the menu, and reports the scan', async () => {
    const ada = owner({ slug: 'trattoria-ada' });
    const id = await printed(ada);
    // A program that only checks the link is no guest.
    expect((await call('HEAD', `/q/${id}`)).status).toBe(302);
    const startedAt = Date.now();
    const answer = await call('GET', `/q/${id}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(`/menu/trattoria-ada?c=${id}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await expect
      .poll(told)
      .toContainEqual({ kind: 'scan', tenantId: ada.tenant.id, codeId: id, at: expect.any(Number) });
    const [scan, ...others] = (await told()).filter((visit) => visit.tenantId === ada.tenant.id);
    expect(others).toEqual([]);
    expect(scan?.at).toBeGreaterThanOrEqual(startedAt);
    expect(scan?.at).toBeLessThanOrEqual(Date.now());
  });

  it("passes the code's name on to the page", async () => {
    const ada = owner({ slug: 'at-a-table' });
    const add = async (name: string) =>
      (await call('POST', '/api/qr-codes', { body: { name }, token: ada.token })).body.id;
    for (const [name, more] of [
      ['Table 12', '&at=table'],
      ['Big TABLE', '&at=table'],
      ['Table4', '&at=table'],
      ['L’Étable', ''],
      ['Tableau', ''],
      ['Window', ''],
    ]) {
      const id = await add(name as string);
      expect((await call('GET', `/q/${id}`)).headers.get('location')).toBe(`/menu/at-a-table?c=${id}${more}`);
    }
  });

  it('passes a valid version of the printed menu on, and reports the same scan', async () => {
    const ada = owner({ slug: 'on-paper' });
    const id = await printed(ada);
    const location = async (query: string) => (await call('GET', `/q/${id}?${query}`)).headers.get('location');
    expect(await location('p=340')).toBe(`/menu/on-paper?c=${id}&p=340`);
    expect(await location('p=0')).toBe(`/menu/on-paper?c=${id}&p=0`);
    for (const none of ['p=', 'p=-1', 'p=01', 'p=1.2', 'p=2147483648', 'p=1%0d%0aX:y', 'p=1&p=2', 'p[]=1', 'x=1']) {
      expect(await location(none), none).toBe(`/menu/on-paper?c=${id}`);
    }
    const scans = async () => (await told()).filter((visit) => visit.tenantId === ada.tenant.id);
    await expect.poll(async () => (await scans()).length).toBe(11);
    expect(await scans()).toContainEqual({ kind: 'scan', tenantId: ada.tenant.id, codeId: id, at: expect.any(Number) });
  });

  it('passes it on from menus alone, because cards show no prices, and not where the owner has switched it off', async () => {
    const ada = owner({ slug: 'old-cards' });
    const id = await printed(ada);
    const { body: card } = await call('POST', '/api/qr-codes', { body: { name: 'Window' }, token: ada.token });
    const location = async (code: string) => (await call('GET', `/q/${code}?p=340`)).headers.get('location');
    expect(await location(card.id)).toBe(`/menu/old-cards?c=${card.id}`);
    expect(await location(id)).toBe(`/menu/old-cards?c=${id}&p=340`);
    ada.tenant.printedChanges = false;
    await expect.poll(() => location(id), { timeout: 3_000 }).toBe(`/menu/old-cards?c=${id}`);
  });

  it.each<Record<string, string>>([
    { dnt: '1' },
    { 'sec-gpc': '1' },
    { 'sec-purpose': 'prefetch' },
    { 'user-agent': 'WhatsApp/2.23.20.0' },
    { 'user-agent': 'facebookexternalhit/1.1' },
    { cookie: 'a=b; __Host-own={tenant}' },
  ])('leads to the menu, and tells of no scan, whoever asks not to be counted or is no guest: %j', async (given) => {
    const ada = owner();
    const id = await printed(ada);
    const headers = JSON.parse(JSON.stringify(given).replace('{tenant}', ada.tenant.id));
    const answer = await call('GET', `/q/${id}`, { headers });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/menu/${ada.tenant.slug}?c=${id}`]);
    // The stream is ordered: once it has the second scan, it would have the first, too.
    const startedAt = Date.now();
    await call('GET', `/q/${id}`, { headers: { dnt: '0', cookie: `__Host-own=${owner().tenant.id}` } });
    const scans = async () => (await told()).filter((visit) => visit.tenantId === ada.tenant.id);
    await expect.poll(scans).not.toEqual([]);
    expect(await scans()).toEqual([{ kind: 'scan', tenantId: ada.tenant.id, codeId: id, at: expect.any(Number) }]);
    expect((await scans())[0]?.at).toBeGreaterThanOrEqual(startedAt);
  });

  it('redirects a guest also if another one, who scanned the same code before, has gone', {
    tags: 'full',
  }, async () => {
    const id = await printed(owner({ slug: 'trattoria-gina' }));
    const holder = new pg.Client({ connectionString: qr.database.adminUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE qr.code');
    const leaving = new AbortController();
    const scan = (init: RequestInit) => fetch(`${qr.url}/q/${id}`, { redirect: 'manual', ...init });
    const first = scan({ signal: leaving.signal });
    const waiting = () =>
      qr.database.rows(
        'SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database WHERE datname = current_database() AND NOT granted',
      );
    await expect.poll(waiting).toHaveLength(1);
    const second = scan({});
    await rest(200);
    leaving.abort();
    await expect(first).rejects.toThrow();
    // qr learns of it over the network.
    await rest(500);
    await holder.query('COMMIT');
    await holder.end();
    expect((await second).status).toBe(302);
  });

  it('follows the menu to another slug', async () => {
    const ada = owner({ slug: 'before' });
    const id = await printed(ada);
    const location = async () => (await call('GET', `/q/${id}`)).headers.get('location');
    expect(await location()).toBe(`/menu/before?c=${id}`);
    ada.tenant.slug = 'after';
    const { ownMs } = await timed(() => expect.poll(location, { interval: 50 }).toBe(`/menu/after?c=${id}`));
    expect(ownMs).toBeLessThan(1_500);
  });

  it('says of an unknown code in the guest’s language that there is no menu, and whom to ask', async () => {
    const before = (await told()).length;
    expectUnknown(await call('GET', '/q/23456789'));
    const headers = { 'accept-language': 'sv, ar-EG;q=0.9, de;q=0.5' };
    const answer = await call('GET', '/q/23456789', { headers });
    expect(answer.body).toContain('<html lang="ar" dir="rtl">');
    expect(answer.body).toContain('هل مسحت رمزًا؟ يُرجى سؤال العاملين.');
    expect(answer.headers.get('vary')).toContain('Accept-Language');
    expect(await told()).toHaveLength(before);
  });

  it.each(['2345678', 'ABCDEFGH', '0000000l', '23456%2F..'])('answers alike for %s, which is no code', async (id) => {
    expectUnknown(await call('GET', `/q/${id}`));
  });

  it('redirects to the menu of an inactive restaurant, whose page explains', async () => {
    const ada = owner({ slug: 'closed-down', isActive: false });
    const id = await printed(ada);
    const answer = await call('GET', `/q/${id}`);
    expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
      status: 302,
      location: `/menu/closed-down?c=${id}`,
    });
  });

  it('answers as for an unknown code if the restaurant is deleted', async () => {
    const id = await mainCodeId(qr.deps.db, crypto.randomUUID());
    expectUnknown(await call('GET', `/q/${id}`));
  });

  // Last: these two stop services that do not come back.
  it("redirects to the menu while the stream's Redis is down", async () => {
    const ada = owner({ slug: 'no-redis' });
    const id = await printed(ada);
    await qr.redis.stop();
    const { result: answer, ownMs } = await timed(() => call('GET', `/q/${id}`));
    expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
      status: 302,
      location: `/menu/no-redis?c=${id}`,
    });
    expect(ownMs).toBeLessThan(1_000);
  });

  it('redirects to a known menu while auth is down, and answers 503 for others', { tags: 'full' }, async () => {
    const [known, unknown] = [await printed(owner({ slug: 'known' })), await printed(owner())];
    expect((await call('GET', `/q/${known}`)).status).toBe(302);
    await qr.auth.close();
    // Wait until the slug is no longer fresh (1 s).
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await call('GET', `/q/${known}`)).headers.get('location')).toBe(`/menu/known?c=${known}`);

    const answer = await call('GET', `/q/${unknown}`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.body).toContain('The menu is unavailable right now');
  });
});
