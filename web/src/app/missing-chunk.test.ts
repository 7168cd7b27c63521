import { afterEach, expect, it, vi } from 'vitest';
import { reloadOnMissingChunk } from './missing-chunk.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Whether the page reloads when a chunk is missing, with this state of the network. */
function reloadsWhen(onLine: boolean): boolean {
  const kept = new Map<string, string>();
  const reload = vi.fn();
  const events = new EventTarget();
  vi.stubGlobal('window', Object.assign(events, { location: { reload } }));
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key), setItem: kept.set.bind(kept) });
  reloadOnMissingChunk();
  events.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  return reload.mock.calls.length > 0;
}

it('a missing chunk reloads the page', () => {
  expect(reloadsWhen(true)).toBe(true);
});

it('a missing chunk reloads nothing while the device is offline', () => {
  expect(reloadsWhen(false)).toBe(false);
});
