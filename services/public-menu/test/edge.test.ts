import { setTimeout as sleep } from 'node:timers/promises';
import { agreedFetch } from '@tavola/test-kit/agreed-answers.ts';
import { listen } from '@tavola/test-kit/http.ts';
import { noRedis, ownRedis } from '@tavola/test-kit/own-redis.ts';
import { timed } from '@tavola/test-kit/timed.ts';
import { expect, it, vi } from 'vitest';
import { fakeOwners, makeRestaurant, startPublicMenu, untilCached } from './setup.ts';

const WAIT = { timeout: 15_000 };
const owners = await fakeOwners();
/** The requests to the edge, and the versions it answers with; the last one repeats. */
const asked: string[] = [];
let versions: string[] = [];
const edge = await listen((req, res) => {
  asked.push(`${req.url} ${req.headers['accept-encoding']}`);
  const version = versions.length > 1 ? versions.shift() : versions[0];
  res.writeHead(200, { 'x-menu-version': version ?? '' }).end();
});
const dead = (await noRedis()).replace('redis:', 'http:');
// The changes of other test files are none of this edge's business.
const REDIS_CACHE_URL = (await ownRedis()).url;
const service = await startPublicMenu(owners, { EDGE_URLS: [edge.url, dead], REDIS_CACHE_URL });

it('an edge is refreshed for exactly the pages and languages it got lately, until they are new, and once more', async () => {
  const languages = { base: 'en', others: ['fr'], always: ['fr'] };
  const [made, quiet] = [makeRestaurant({ languages }), makeRestaurant()];
  owners.restaurants.push(made, quiet);
  await untilCached(service, quiet.tenant.slug);
  const { slug } = made.tenant;
  const page = () => service.call('GET', `/menu/${slug}`, { headers: { 'accept-encoding': 'br' } });
  // What renders pages may still be starting. Without a menu in it, no edge keeps one.
  await vi.waitFor(async () => expect((await page()).headers.get('x-menu-version')).toBe('1.1'), WAIT);
  await sleep(1_700);
  await service.call('GET', `/api/public/menu/${slug}`, { headers: { 'accept-encoding': 'gzip' } });
  await page();
  await service.call('GET', `/api/public/menu/${slug}/fr`, { headers: { 'accept-encoding': 'br' } });
  // Not offered.
  await service.call('GET', `/api/public/menu/${slug}/de`, { headers: { 'accept-encoding': 'br' } });
  versions = ['1.1', '1.1', '1.1', '1.2'];
  await service.changeMenu(made, {});
  await service.changeMenu(quiet, {});
  // Three entries: three old answers, three new ones, and at least one repeat of each; two at most, then no more requests.
  await vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(9), WAIT);
  await sleep(400);
  expect(asked.length).toBeLessThanOrEqual(12);
  const pages = [`/api/public/menu/${slug} gzip`, `/menu/${slug} br`, `/api/public/menu/${slug}/fr br`];
  expect(new Set(asked)).toEqual(new Set(pages));
});

it('an edge that is down delays no phone', async () => {
  const made = makeRestaurant();
  owners.restaurants.push(made);
  const told = vi.spyOn(service.deps.streams, 'tell');
  await service.read(made.tenant.slug);
  const leaving = new AbortController();
  const stream = await agreedFetch(`${service.url}/api/public/menu/${made.tenant.slug}/events?v=1.1`, {
    signal: leaving.signal,
  });
  versions = ['1.2'];
  await service.changeMenu(made, {});
  const { ownMs } = await timed(() =>
    vi.waitFor(() => expect(told).toHaveBeenCalledWith(made.tenant.id, '1.2'), { ...WAIT, interval: 5 }),
  );
  expect(ownMs).toBeLessThan(600);
  // Read here, too, so that the response is not garbage, which fetch would disconnect.
  expect(stream.status).toBe(200);
  leaving.abort();
});
