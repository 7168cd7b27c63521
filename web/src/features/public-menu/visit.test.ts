import { visitInput } from '@tavola/contracts/analytics.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** A fake element with what counting uses: a menu row, the button inside one, or a link that opens one. */
class FakeElement {
  readonly id: string;
  readonly row: FakeElement | undefined;
  isExpanded: boolean | undefined;
  hash: string | undefined;
  constructor(id: string, row?: FakeElement) {
    this.id = id;
    this.row = row;
    if (row) this.isExpanded = false;
  }
  matches(selector: string): boolean {
    return selector.startsWith('li') ? this.id.startsWith('item-') : this.isExpanded === false;
  }
  closest(selector: string): FakeElement | null {
    return this.matches(selector) ? this : (this.row?.closest(selector) ?? null);
  }
}

/** A fake browser page with what counting uses, and its events. */
async function page({ address = 'https://t.test/menu/demo', preferences = {}, items = 0, cookie = '' } = {}) {
  let filters: object[] = [];
  const sendBeacon = vi.fn((_path: string, _body: Blob) => true);
  let rows = Array.from({ length: items }, (_, index) => new FakeElement(`item-${index + 1}`));
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    cookie,
    querySelectorAll: (selector: string) => (selector === '[data-filtered]' ? filters : rows),
    getElementById: (id: string) => (id === 'main' ? {} : (rows.find((row) => row.id === id) ?? null)),
  });
  const location = new URL(address);
  const window = Object.assign(new EventTarget(), {
    location,
    history: {
      state: null,
      replaceState(_state: unknown, _title: string, to: URL) {
        location.href = to.href;
      },
    },
  });
  const observed = new Set<FakeElement>();
  let tellMoved: (entries: object[]) => void = () => {};
  let tellChanged = () => {};
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', window);
  vi.stubGlobal('navigator', { sendBeacon, doNotTrack: null, ...preferences });
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: typeof tellMoved) {
        tellMoved = tell;
      }
      observe = (row: FakeElement) => observed.add(row);
      unobserve = (row: FakeElement) => observed.delete(row);
      disconnect = () => observed.clear();
    },
  );
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(tell: () => void) {
        tellChanged = tell;
      }
      observe = () => {};
      disconnect = () => {};
    },
  );
  vi.resetModules();
  const { countVisit } = await import('./visit.ts');
  const click = (target: FakeElement) => {
    const event = new Event('click');
    Object.defineProperty(event, 'target', { value: target });
    document.dispatchEvent(event);
  };
  const rowOf = (id: number) => rows.find((row) => row.id === `item-${id}`);
  return {
    sendBeacon,
    observed,
    location,
    start: () => countVisit('t'),
    see(state: 'visible' | 'hidden') {
      document.visibilityState = state;
      document.dispatchEvent(new Event('visibilitychange'));
    },
    filter(isOn: boolean) {
      filters = isOn ? [{}] : [];
    },
    freeze: () => document.dispatchEvent(new Event('freeze')),
    leave: () => window.dispatchEvent(new Event('pagehide')),
    /** Sets which share of which items is in view. */
    scroll: (shares: Record<number, number>) =>
      tellMoved(Object.entries(shares).map(([id, share]) => ({ target: rowOf(Number(id)), intersectionRatio: share }))),
    show(ids: number[]) {
      rows = ids.map((id) => rowOf(id) ?? new FakeElement(`item-${id}`));
      tellChanged();
    },
    press(id: number) {
      const button = new FakeElement('', rowOf(id));
      const press = () => {
        click(button);
        button.isExpanded = !button.isExpanded;
      };
      press();
      return press;
    },
    /** Presses a link that stands outside of the item's row. */
    pressLink(id: number) {
      click(Object.assign(new FakeElement(''), { isExpanded: false, hash: `#item-${id}` }));
    },
    link(hash: string) {
      location.hash = hash;
      window.dispatchEvent(new Event('hashchange'));
    },
    sent: () => Promise.all(sendBeacon.mock.calls.map(async ([, body]) => JSON.parse(await body.text()))),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('counting a visit', () => {
  it.each([
    ['t', 0],
    ['another', 1],
    [null, 1],
  ])('on a device where the restaurant %j is signed in: %i', async (tenantId, beacons) => {
    const token = `h.${btoa(JSON.stringify({ tenantId }))}.s`;
    const setItem = vi.fn();
    vi.stubGlobal('localStorage', { getItem: () => token, setItem });
    const { start, leave, sendBeacon, location } = await page({ address: 'https://t.test/menu/demo?c=k7m2p9xw' });
    start();
    vi.advanceTimersByTime(20_000);
    leave();
    expect(sendBeacon).toHaveBeenCalledTimes(beacons);
    // Its first step is done.
    expect(setItem).toHaveBeenCalledTimes(1 - beacons);
    // A link that is shared from there is no scan either.
    expect(location.search).toBe('');
  });

  it('on a device where somebody of the restaurant is signed in at another one of theirs is not counted', async () => {
    const { start, leave, sendBeacon } = await page({ cookie: 'a=b; __Host-own=another.t' });
    start();
    vi.advanceTimersByTime(20_000);
    leave();
    expect(sendBeacon).not.toHaveBeenCalled();
  });

  it('tells the visible seconds once, when the page is left', async () => {
    const { start, see, leave, sent, sendBeacon } = await page();
    start();
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
    const { start, see, scroll, sent } = await page({ items: 2 });
    start();
    scroll({ 1: 1 });
    vi.advanceTimersByTime(5000);
    see('hidden');
    vi.advanceTimersByTime(10_000);
    expect(await sent()).toEqual([{ tenantId: 't', seconds: 5, seen: [1] }]);
    see('visible');
    vi.advanceTimersByTime(5000);
    see('hidden');
    vi.advanceTimersByTime(31 * 60_000);
    expect(await sent()).toHaveLength(1);
    see('visible');
    scroll({ 2: 1 });
    vi.advanceTimersByTime(7000);
    see('hidden');
    vi.advanceTimersByTime(10_000);
    expect((await sent())[1]).toEqual({ tenantId: 't', seconds: 7, seen: [2] });
  });

  it('tells nothing of a page in a tab that nobody has looked at yet', async () => {
    const { start, see, freeze, leave, sent } = await page();
    see('hidden');
    start();
    vi.advanceTimersByTime(6 * 60_000);
    freeze();
    expect(await sent()).toEqual([]);
    see('visible');
    vi.advanceTimersByTime(7000);
    leave();
    expect(await sent()).toEqual([{ tenantId: 't', seconds: 7 }]);
    const other = await page();
    other.see('hidden');
    other.start();
    other.leave();
    expect(await other.sent()).toEqual([]);
  });

  it('never tells of more than half an hour', async () => {
    const { start, leave, sent } = await page();
    start();
    vi.advanceTimersByTime(3 * 3_600_000);
    leave();
    expect(await sent()).toEqual([{ tenantId: 't', seconds: 30 * 60 }]);
  });

  it('tells nothing that the contract refuses', async () => {
    const { start, leave, scroll, press, sent } = await page({
      address: 'https://t.test/menu/demo?c=k3x9',
      items: 300,
    });
    const ids = Array.from({ length: 300 }, (_, index) => index + 1);
    start();
    scroll(Object.fromEntries(ids.map((id) => [id, 1])));
    vi.advanceTimersByTime(1500);
    for (const id of ids) press(id);
    leave();
    const tenantId = '0196f1d2-3c4b-7a5e-8f60-123456789abc';
    const [visit] = (await sent()).map((one) => visitInput.parse({ ...one, tenantId }));
    expect(visit?.seen).toHaveLength(200);
    expect(visit?.opened).toHaveLength(50);
  });

  it('does nothing and looks at nothing for readers who ask not to be tracked', async () => {
    for (const preferences of [{ doNotTrack: '1' }, { globalPrivacyControl: true }]) {
      const { start, leave, sendBeacon, observed, location } = await page({
        address: 'https://t.test/menu/demo?c=k3x9',
        preferences,
        items: 2,
      });
      start();
      vi.advanceTimersByTime(5000);
      leave();
      expect(sendBeacon).not.toHaveBeenCalled();
      expect(observed.size).toBe(0);
      expect(location.search).toBe('');
    }
    const { refusesCounting } = await import('./visit.ts');
    expect(refusesCounting({ doNotTrack: null })).toBe(false);
  });
});

describe('the code that led here', () => {
  it('is told, and taken out of the address, which keeps all else', async () => {
    const { start, leave, sent, location } = await page({ address: 'https://t.test/menu/demo?c=k3x9&a=1#item-2' });
    // React runs effects twice in development.
    start()();
    start();
    expect(location.href).toBe('https://t.test/menu/demo?a=1#item-2');
    leave();
    expect(await sent()).toEqual([{ tenantId: 't', seconds: 0, source: 'k3x9' }]);
  });

  it.each(['', 'K3X9', 'a b', '../x', 'a'.repeat(33)])(
    'is not believed to be one without its shape: "%s"',
    async (code) => {
      const { start, leave, sent, location } = await page({
        address: `https://t.test/menu/demo?c=${encodeURIComponent(code)}`,
      });
      start();
      leave();
      expect(location.href).toBe('https://t.test/menu/demo');
      expect(await sent()).toEqual([{ tenantId: 't', seconds: 0 }]);
    },
  );
});

describe('the items that were read', () => {
  it('are those of which half was in view for a second', async () => {
    const { start, leave, scroll, sent } = await page({ items: 4 });
    start();
    scroll({ 1: 1, 2: 0.5, 3: 0.49 });
    vi.advanceTimersByTime(999);
    scroll({ 2: 0.3, 4: 1 });
    vi.advanceTimersByTime(1);
    scroll({ 1: 0 });
    vi.advanceTimersByTime(998);
    leave();
    expect(await sent()).toEqual([{ tenantId: 't', seconds: 2, seen: [1] }]);
  });

  it('are not those that are in view while nobody looks', async () => {
    const { start, see, leave, scroll, sent } = await page({ items: 1 });
    start();
    scroll({ 1: 1 });
    vi.advanceTimersByTime(600);
    see('hidden');
    vi.advanceTimersByTime(2000);
    see('visible');
    vi.advanceTimersByTime(600);
    leave();
    expect(await sent()).toEqual([{ tenantId: 't', seconds: 1 }]);
  });

  it('are watched until they were seen; rows that come later are, too', async () => {
    const { start, scroll, show, observed } = await page({ items: 2 });
    const stop = start();
    scroll({ 1: 1 });
    vi.advanceTimersByTime(1000);
    scroll({ 2: 0 });
    show([1, 2, 3]);
    expect([...observed].map(({ id }) => id)).toEqual(['item-2', 'item-3']);
    stop();
    expect(observed.size).toBe(0);
  });

  it('are not counted while a guest filters by what they eat, which is theirs to know', async () => {
    const { start, leave, scroll, press, link, filter, sent } = await page({ items: 4 });
    start();
    scroll({ 1: 1 });
    vi.advanceTimersByTime(1000);
    scroll({ 2: 1 });
    filter(true);
    scroll({ 3: 1 });
    press(3);
    link('#item-4');
    vi.advanceTimersByTime(3000);
    leave();
    expect(await sent()).toEqual([{ tenantId: 't', seconds: 4, seen: [1] }]);
  });

  it('are opened when they are unfolded, and by a link', async () => {
    const address = 'https://t.test/menu/demo#item-3';
    const { start, leave, press, pressLink, link, sent } = await page({ address, items: 5 });
    start();
    const pressAgain = press(1);
    pressAgain();
    link('#item-4');
    link('#item-99');
    link('#section-2');
    pressLink(5);
    leave();
    expect(await sent()).toEqual([{ tenantId: 't', seconds: 0, opened: [3, 1, 4, 5] }]);
  });
});
