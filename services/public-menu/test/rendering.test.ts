import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { expect, it, vi } from 'vitest';
import { COLD_READS_MAX } from '../src/menu/cold-reads.ts';
import { DEADLY, SLOW } from './render.ts';
import { fakeOwners, gate, makeRestaurant, startPublicMenu, untilCached } from './setup.ts';

const owners = await fakeOwners();
const service = await startPublicMenu(owners);

async function restaurant(name: string) {
  const made = makeRestaurant({ name });
  owners.restaurants.push(made);
  await untilCached(service, made.tenant.slug);
  return made;
}

const PLAIN = { gzip: gunzipSync, br: brotliDecompressSync, identity: (body: Buffer) => body };
type Coding = keyof typeof PLAIN;

/** The page at `path`, decompressed, and its headers; without `coding` the request has no Accept-Encoding. */
const page = (path: string, coding?: Coding, address = '192.0.2.1') =>
  new Promise<{ status: number; html: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const headers = {
      'x-forwarded-for': address,
      'x-edge-time': '1700000000.5',
      ...(coding && { 'accept-encoding': coding }),
    };
    const asked = request(`${service.url}${path}`, { headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      const html = PLAIN[answer.headers['content-encoding'] ? (coding ?? 'identity') : 'identity'](
        Buffer.concat(parts),
      ).toString();
      resolve({ status: answer.statusCode ?? 0, html, headers: answer.headers });
    });
    asked.on('error', reject).end();
  });

const renderingOf = ({ html }: { html: string }) => /data-rendering="([^"]+)"/.exec(html)?.[1];

it('a page is rendered once for parallel requests, in any encoding', async () => {
  const { tenant } = await restaurant('Asked for by many');
  const path = `/menu/${tenant.slug}`;
  const codings = [undefined, 'gzip', 'br', 'identity'] as const;
  const first = await Promise.all(Array.from({ length: 40 }, (_, at) => page(path, codings[at % codings.length])));
  const later = await Promise.all(codings.map((coding) => page(path, coding)));
  const renderings = new Set([...first, ...later].map(renderingOf));
  expect(renderings.size).toBe(1);
  expect([...renderings][0]).toBeDefined();
});

it('rendering a page delays no other response', async () => {
  const slow = await restaurant(SLOW);
  const { tenant } = await restaurant('Neighbour');
  let isRendered = false;
  const rendering = page(`/menu/${slow.tenant.slug}`).then((answer) => {
    isRendered = true;
    return answer;
  });
  for (let count = 0; count < 10; count += 1) expect((await service.read(tenant.slug)).status).toBe(200);
  expect(isRendered).toBe(false);
  expect(renderingOf(await rendering)).toBeDefined();
});

it('a page rendered while its menu changed is not cached by an edge', async () => {
  const slow = await restaurant(SLOW);
  const path = `/menu/${slow.tenant.slug}`;
  const before = page(path);
  // It has the menu by now, because this reads the same one later.
  await service.read(slow.tenant.slug);
  await service.changeMenu(slow, {});
  expect((await before).headers).toMatchObject({ 'x-menu-version': '1.1', 'x-accel-expires': '0' });
  // Not at once on a machine that stops for a moment: then the menu is not trusted when its page is ready.
  await vi.waitFor(
    async () =>
      expect((await page(path)).headers).toMatchObject({ 'x-menu-version': '1.2', 'x-accel-expires': '@1700000000' }),
    { timeout: 20_000 },
  );
});

it('a thread that ends is replaced: its page is a 503, others are not', async () => {
  const [deadly, other] = [await restaurant(DEADLY), await restaurant('Other')];
  expectProblem(await service.call('GET', `/menu/${deadly.tenant.slug}`), 503);
  expect((await page(`/menu/${other.tenant.slug}`)).status).toBe(200);
});

it('unknown slugs get the same page, which no edge caches', async () => {
  for (const coding of ['gzip', 'br', 'identity'] as const) {
    const [one, other] = [await page('/menu/nobody-1', coding), await page('/menu/nobody-2', coding)];
    for (const answer of [one, other]) {
      expect(answer).toMatchObject({ status: 404, headers: { 'x-accel-expires': '0', vary: 'Accept-Encoding' } });
      expect(answer.html).toBe(one.html);
    }
  }
  expectProblem(await service.read('nobody-1'), 404);
  expect((await service.read('nobody-1')).headers.get('x-accel-expires')).toBe('0');
});

it('one address may request a limited number of unknown slugs in parallel, and does not delay others', async () => {
  const { wait, open } = gate();
  owners.beforeAuthAnswers = wait;
  const slugs = Array.from({ length: COLD_READS_MAX + 10 }, (_, at) => `/menu/unknown-${at}`);
  let refused = 0;
  const answers = slugs.map(async (path) => {
    const { status } = await page(path, 'gzip', '192.0.2.7');
    if (status === 429) refused += 1;
    return status;
  });
  await expect.poll(() => refused, { timeout: 8_000 }).toBe(10);
  const other = page('/menu/unknown-0', 'gzip', '192.0.2.8');
  open();
  owners.beforeAuthAnswers = () => {};
  expect((await other).status).toBe(404);
  expect((await Promise.all(answers)).filter((status) => status === 404)).toHaveLength(COLD_READS_MAX);
});
