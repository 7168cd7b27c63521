import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { expect, it, vi } from 'vitest';
import { COLD_READS_MAX } from '../src/menu/cold-reads.ts';
import { FIRST_MS } from '../src/page/cooldowns.ts';
import { DEADLY, ENDLESS, ENDLESS_LANGUAGE, SLOW } from './render.ts';
import { fakeOwners, gate, makeRestaurant, type Restaurant, startPublicMenu, untilCached } from './setup.ts';

const owners = await fakeOwners();
const service = await startPublicMenu(owners);

async function restaurant(name: string, fields: Partial<Restaurant['tenant']> = {}) {
  const made = makeRestaurant({ name, ...fields });
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

it('a page rendered while its menu changed is not cached by an edge', { tags: 'full' }, async () => {
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

/** How many renderings were ended. */
const ended = async () =>
  Number(/^tavola_page_renderings_ended_total (\d+)$/m.exec(await service.deps.metrics.metrics())?.[1]);

/** Checks that the page holds its menu for the page's script, and nothing that a renderer made. */
function expectBare({ status, html }: { status: number; html: string }, { tenant, menu }: Restaurant): void {
  expect(status).toBe(200);
  expect(html).toContain(`<title>Menu of ${tenant.name}`);
  const { version, menu: shown } = JSON.parse(/id="menu-data">(.*?)<\/script>/.exec(html)?.[1] ?? '');
  expect([version, shown.items[0].name]).toEqual([`${tenant.version}.${menu.version}`, menu.items[0]?.name]);
  expect(html).not.toContain('data-rendered');
  expect(html).not.toContain('ld+json');
}

/** Waits until `check` passes: on a slow machine a new thread begins so late that pages are 503. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 100 });

it('a page whose rendering does not end is sent without it, and its restaurant’s next ones hold no thread', {
  tags: 'full',
}, async () => {
  const [endless, other] = [await restaurant(ENDLESS), await restaurant('Beside it')];
  const path = `/menu/${endless.tenant.slug}`;
  const isBare = async (coding?: Coding) => {
    const answer = await page(path, coding);
    expectBare(answer, endless);
    // So it is not taken for the rendered one, when there is one.
    expect(answer.headers.etag).toContain('-bare-');
  };
  const isRendered = async () => expect(renderingOf(await page(`/menu/${other.tenant.slug}`))).toBeDefined();
  const before = await ended();
  await Promise.all([soon(isBare), soon(isRendered)]);
  expect(await ended()).toBe(before + 1);
  for (const coding of ['gzip', 'br', undefined] as const) {
    await service.changeMenu(endless, {});
    await soon(() => isBare(coding));
  }
  await service.changeMenu(other, {});
  await soon(isRendered);
  expect(await ended()).toBe(before + 1);
});

it('a menu that can’t be made in time, not even its data, is a 503 that takes no thread for a while', {
  tags: 'full',
}, async () => {
  const languages = { base: 'en', others: [ENDLESS_LANGUAGE], always: [ENDLESS_LANGUAGE] };
  const endless = await restaurant('In a language without end', { languages });
  const other = await restaurant('Beside that');
  const before = await ended();
  const address = `/menu/${endless.tenant.slug}/${ENDLESS_LANGUAGE}`;
  const isPaused = async (path: string) => {
    const answer = await service.call('GET', path);
    expectProblem(answer, 503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(5);
  };
  const isRendered = async () => expect(renderingOf(await page(`/menu/${other.tenant.slug}`))).toBeDefined();
  await Promise.all([soon(() => isPaused(address)), soon(isRendered)]);
  // With the rendered menu, and then without it.
  expect(await ended()).toBe(before + 2);
  await isPaused(address);
  await isPaused(`/api/public/menu/${endless.tenant.slug}/${ENDLESS_LANGUAGE}`);
  expect(await ended()).toBe(before + 2);
});

it('a thread that ends is replaced: its page is sent without the rendered menu, others are not', {
  tags: 'full',
}, async () => {
  const [deadly, other] = [await restaurant(DEADLY), await restaurant('Other')];
  const before = await ended();
  const isBare = async () => expectBare(await page(`/menu/${deadly.tenant.slug}`), deadly);
  await soon(isBare);
  expect(await ended()).toBe(before + 1);
  await soon(async () => expect(renderingOf(await page(`/menu/${other.tenant.slug}`))).toBeDefined());
  await isBare();
  expect(await ended()).toBe(before + 1);
  // Its next try comes after a pause, without any change of the menu.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + FIRST_MS });
  try {
    await soon(isBare);
  } finally {
    vi.useRealTimers();
  }
  expect(await ended()).toBe(before + 2);
});

it('a restaurant with many pages to render delays another one by the page that is being rendered', {
  tags: 'full',
}, async () => {
  const others = ['de', 'fr'];
  const slow = await restaurant(SLOW, { languages: { base: 'en', others, always: others } });
  const other = await restaurant('Its neighbour');
  const order: string[] = [];
  const open = (path: string, address: string) => page(path, 'gzip', address).then(() => order.push(path));
  const path = `/menu/${slow.tenant.slug}`;
  const pages = [path, ...others.map((lang) => `${path}/${lang}`)].map((one, at) => open(one, `192.0.2.${10 + at}`));
  // They wait for a thread by now, because this reads the same menu later.
  await service.read(slow.tenant.slug);
  await open(`/menu/${other.tenant.slug}`, '192.0.2.20');
  expect(order.length).toBeLessThanOrEqual(2);
  await Promise.all(pages);
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
