import { setTimeout as sleep } from 'node:timers/promises';
import { agreedFetch } from '@tavola/test-kit/agreed-answers.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { timed } from '@tavola/test-kit/timed.ts';
import { describe, expect, it, vi } from 'vitest';
import { fakeOwners, gate, makeRestaurant, startPublicMenu, untilCached } from './setup.ts';

const owners = await fakeOwners();
const service = await startPublicMenu(owners);
const first = makeRestaurant();
owners.restaurants.push(first);
await untilCached(service, first.tenant.slug);

function restaurant() {
  const made = makeRestaurant();
  owners.restaurants.push(made);
  return made;
}

/** A phone with the menu at `slug` open: the received text, and a way to leave. */
async function phone(slug: string, seen = '1.1', headers: Record<string, string> = {}, { url } = service) {
  const leaving = new AbortController();
  const answer = await agreedFetch(`${url}/api/public/menu/${slug}/events?v=${seen}`, {
    headers,
    signal: leaving.signal,
  });
  const open = {
    status: answer.status,
    headers: answer.headers,
    text: '',
    isOver: false,
    leave: () => leaving.abort(),
  };
  const listen = async () => {
    for await (const part of answer.body ?? []) open.text += Buffer.from(part).toString();
  };
  listen()
    .catch(() => {})
    .finally(() => {
      open.isOver = true;
    });
  return open;
}

const WAIT = { timeout: 15_000 };

/** Waits until `check` passes, which must take less than a second. */
async function withinASecond(check: () => void) {
  const { ownMs } = await timed(() => vi.waitFor(check, { ...WAIT, interval: 5 }));
  expect(ownMs).toBeLessThan(1_000);
}

describe('an open menu', () => {
  it('gets a change within a second, once, and not the version it has', async () => {
    const made = restaurant();
    const phones = [await phone(made.tenant.slug), await phone(made.tenant.slug)];
    await sleep(100);
    for (const { status, headers, text } of phones) {
      expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/event-stream' });
      expect(headers.get('x-accel-buffering')).toBe('no');
      expect(text).toMatch(/^retry: \d+\nevent: time\ndata: \d{13}\n\n(:\n\n)*$/);
    }
    await service.changeMenu(made, {});
    for (const open of phones) {
      await withinASecond(() => expect(open.text).toContain('event: menu\nid: 1.2\ndata: 1.2\n\n'));
    }
    await service.changeTenant(made, { isActive: false });
    for (const open of phones) {
      await withinASecond(() => expect(open.text).toContain('id: 2.2\n'));
      expect(open.text.match(/event: menu/g)).toHaveLength(2);
      open.leave();
    }
  });

  it.each([
    ['1.0', {}],
    ['', {}],
    ['1.1', { 'last-event-id': '1.0' }],
  ])('gets an event at once if it is outdated (v=%s, %j)', async (seen, headers) => {
    const { tenant } = restaurant();
    const open = await phone(tenant.slug, seen, headers as Record<string, string>);
    await withinASecond(() => expect(open.text).toContain('id: 1.1\n'));
    open.leave();
  });

  it('gets a change that could not be read at first, once it can be', async () => {
    const made = restaurant();
    const open = await phone(made.tenant.slug);
    owners.beforeMenuAnswers = () => {
      throw new Error('menu is away');
    };
    await service.changeMenu(made, {});
    await sleep(300);
    expect(open.text).not.toContain('event: menu');
    owners.beforeMenuAnswers = () => {};
    await vi.waitFor(() => expect(open.text).toContain('event: menu\nid: 1.2\n'), WAIT);
    open.leave();
  });

  it('gets a change that was made while its menu was being read', async () => {
    const made = restaurant();
    const { wait, arrived, open: answer } = gate();
    owners.beforeMenuAnswers = wait;
    const opening = phone(made.tenant.slug);
    await arrived;
    owners.beforeMenuAnswers = () => {};
    await service.changeMenu(made, {});
    await sleep(100);
    answer();
    const open = await opening;
    await withinASecond(() => expect(open.text).toContain('event: menu\nid: 1.2\n'));
    open.leave();
  });

  it('is followed by a page that was opened under a former slug', async () => {
    const made = restaurant();
    const former = made.tenant.slug;
    const before = await phone(former);
    made.formerSlug = former;
    await service.changeTenant(made, { slug: `${former}-now` });
    await withinASecond(() => expect(before.text).toContain('id: 2.1\n'));
    before.leave();
    // agreedFetch follows redirects, as a browser's EventSource does.
    const open = await phone(former, '2.1');
    expect(open.status).toBe(200);
    await service.changeMenu(made, {});
    await withinASecond(() => expect(open.text).toContain('id: 2.2\n'));
    expect(open.text).not.toContain('id: 2.1\n');
    open.leave();
  });

  it('frees its place when it is closed', async () => {
    const { tenant } = restaurant();
    const open = await phone(tenant.slug);
    expect(service.deps.streams.find(tenant.id)).toBeDefined();
    open.leave();
    await vi.waitFor(() => expect(service.deps.streams.find(tenant.id)).toBeUndefined(), WAIT);
  });

  it('is a 404 for an unknown menu', async () => {
    expectProblem(await service.call('GET', '/api/public/menu/nobody-has-it/events?v=1.1'), 404);
  });

  it('is refused above the limit, until a place is free', async () => {
    const small = await startPublicMenu(owners, { OPEN_MENUS_MAX: 2 });
    const { tenant } = restaurant();
    const phones = [await phone(tenant.slug, '1.1', {}, small), await phone(tenant.slug, '1.1', {}, small)];
    expect((await phone(tenant.slug, '1.1', {}, small)).status).toBe(503);
    phones[0]?.leave();
    await vi.waitFor(() => expect(small.deps.streams.size).toBe(1), WAIT);
    expect((await phone(tenant.slug, '1.1', {}, small)).status).toBe(200);
  });

  it('is refused above the restaurant’s limit, while others are not', async () => {
    const small = await startPublicMenu(owners, { OPEN_MENUS_PER_RESTAURANT: 2 });
    const [crowded, quiet] = [restaurant().tenant, restaurant().tenant];
    const phones = [await phone(crowded.slug, '1.1', {}, small), await phone(crowded.slug, '1.1', {}, small)];
    const refused = await phone(crowded.slug, '1.1', {}, small);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await phone(quiet.slug, '1.1', {}, small)).status).toBe(200);
    // The menu itself is still served.
    expect((await small.call('GET', `/api/public/menu/${crowded.slug}`)).status).toBe(200);
    phones[0]?.leave();
    await vi.waitFor(() => expect(small.deps.streams.size).toBe(2), WAIT);
    expect((await phone(crowded.slug, '1.1', {}, small)).status).toBe(200);
  });

  it('is closed with a retry time within about two seconds when the process stops', { tags: 'full' }, async () => {
    const stopping = await startPublicMenu(owners);
    const { tenant } = restaurant();
    const phones = await Promise.all(Array.from({ length: 60 }, () => phone(tenant.slug, '1.1', {}, stopping)));
    const { ownMs } = await timed(() => stopping.deps.streams.close());
    expect(ownMs).toBeLessThan(4_000);
    await vi.waitFor(() => expect(phones.every(({ isOver }) => isOver)).toBe(true), WAIT);
    const times = phones.map(({ text }) => Number(/retry: (\d+)\n\n$/.exec(text)?.[1]));
    expect(new Set(times).size).toBeGreaterThan(20);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(500);
  });
});
