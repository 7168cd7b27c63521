import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CachedMenu } from '../menu/cached-menu.ts';
import type { Reading } from '../menu/menu-reader.ts';
import { changePropagator, type SpreadParts } from './change-propagator.ts';

const at = (menu: number, slug = 'da-ada') => ({ tenantId: 'a', slug, versions: { tenant: 1, menu } }) as CachedMenu;

/** A propagator, on which a phone has version 1.1 of the menu at `da-ada` open, and what phones are told. */
function withOpenMenu(read: (slug: string) => Reading) {
  vi.useFakeTimers();
  const tell = vi.fn();
  const streams = {
    menus: [{ tenantId: 'a', slug: 'da-ada', version: '1.1' }],
    find: () => streams.menus[0],
    tell,
  };
  const propagator = changePropagator({
    reader: { read: async (slug: string) => read(slug), hear: () => {} },
    memory: { isNews: () => true, slugOf: () => undefined, find: () => undefined },
    answers: { givenSince: () => [] },
    edges: { refresh: async () => {} },
    changed: { changed: () => {} },
    streams,
    trust: { epoch: 1, isTrusted: () => true },
    log: makeLog('test', 'silent'),
  } as unknown as SpreadParts);
  onTestFinished(() => {
    propagator.close();
    vi.useRealTimers();
  });
  return { propagator, tell };
}

it('a phone whose stream began with a last good copy gets the current menu, though nobody knows of a change any more', async () => {
  let reading: Reading = { menu: at(1), level: 'stale' };
  const { propagator, tell } = withOpenMenu(() => reading);

  propagator.opened(at(1), 'stale');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(tell).not.toHaveBeenCalled();
  reading = { menu: at(2), level: 'origin' };
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tell).toHaveBeenCalledWith('a', '1.2');
});

it.each(['hears of it', 'missed it'])(
  'a phone that has the menu open under a former slug gets a change, if the process %s',
  async (how) => {
    const { propagator, tell } = withOpenMenu((slug) =>
      slug === 'da-ada'
        ? { menu: null, level: 'origin', movedTo: 'ada-now' }
        : { menu: at(2, 'ada-now'), level: 'origin' },
    );
    if (how === 'missed it') propagator.opened(at(1), 'stale');
    else propagator.hear({ tenantId: 'a', source: 'menu', version: 2 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tell).toHaveBeenCalledWith('a', '1.2');
  },
);
