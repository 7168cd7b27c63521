import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countVisit, refusesCounting } from './visit.ts';

/** A browser's page as far as counting looks at it. */
function page(preferences: object = {}) {
  const sendBeacon = vi.fn((_path: string, _body: Blob) => true);
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { sendBeacon, doNotTrack: null, ...preferences });
  const see = (state: 'visible' | 'hidden') => {
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const leave = () => window.dispatchEvent(new Event('pagehide'));
  const sent = () => Promise.all(sendBeacon.mock.calls.map(async ([, body]) => JSON.parse(await body.text())));
  return { sendBeacon, see, leave, sent };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('counting a visit', () => {
  it('tells the visible seconds once, when the page is left', async () => {
    const { see, leave, sent, sendBeacon } = page();
    countVisit('t');
    vi.advanceTimersByTime(20_000);
    see('hidden');
    vi.advanceTimersByTime(2000);
    see('visible');
    vi.advanceTimersByTime(10_000);
    leave();
    see('hidden');
    vi.advanceTimersByTime(60_000);
    expect(await sent()).toEqual([{ tenantId: 't', seconds: 30 }]);
    expect(sendBeacon.mock.calls[0]?.[0]).toBe('/api/public/visits');
    expect(sendBeacon.mock.calls[0]?.[1].type).toBe('application/json');
  });

  it('takes a page that stays hidden for gone, and a return half an hour later for a new visit', async () => {
    const { see, sent } = page();
    countVisit('t');
    vi.advanceTimersByTime(5000);
    see('hidden');
    vi.advanceTimersByTime(10_000);
    expect(await sent()).toEqual([{ tenantId: 't', seconds: 5 }]);
    see('visible');
    vi.advanceTimersByTime(5000);
    see('hidden');
    vi.advanceTimersByTime(31 * 60_000);
    expect(await sent()).toHaveLength(1);
    see('visible');
    vi.advanceTimersByTime(7000);
    see('hidden');
    vi.advanceTimersByTime(10_000);
    expect((await sent())[1]).toEqual({ tenantId: 't', seconds: 7 });
  });

  it('does nothing for readers who ask not to be tracked', () => {
    for (const preferences of [{ doNotTrack: '1' }, { globalPrivacyControl: true }]) {
      const { leave, sendBeacon } = page(preferences);
      countVisit('t');
      vi.advanceTimersByTime(5000);
      leave();
      expect(sendBeacon).not.toHaveBeenCalled();
    }
    expect(refusesCounting({ doNotTrack: null })).toBe(false);
  });
});
