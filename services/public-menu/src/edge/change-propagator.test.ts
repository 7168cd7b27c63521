import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CachedMenu } from '../menu/cached-menu.ts';
import type { Reading } from '../menu/menu-reader.ts';
import { changePropagator, type SpreadParts } from './change-propagator.ts';

it('a phone whose stream began with a last good copy gets the current menu, though nobody knows of a change any more', async () => {
  vi.useFakeTimers();
  const at = (menu: number) => ({ tenantId: 'a', slug: 'da-ada', versions: { tenant: 1, menu } }) as CachedMenu;
  let reading: Reading = { menu: at(1), level: 'stale' };
  const tell = vi.fn();
  const streams = {
    menus: [{ tenantId: 'a', slug: 'da-ada', version: '1.1' }],
    find: () => streams.menus[0],
    tell,
  };
  const propagator = changePropagator({
    reader: { read: async () => reading },
    memory: { isNews: () => true },
    answers: { givenSince: () => [] },
    edges: { refresh: async () => {} },
    streams,
    trust: { epoch: 1, isTrusted: () => true },
    log: makeLog('test', 'silent'),
  } as unknown as SpreadParts);
  onTestFinished(() => {
    propagator.close();
    vi.useRealTimers();
  });

  propagator.opened(at(1), 'stale');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(tell).not.toHaveBeenCalled();
  reading = { menu: at(2), level: 'origin' };
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tell).toHaveBeenCalledWith('a', '1.2');
});
