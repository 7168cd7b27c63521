import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MenuAnswer, requestMenu } from './api.ts';
import { type MenuState, watchMenu, withAnswer } from './watch-menu.ts';

const menu = (price = 1, tenantId = 't') => ({ tenant: { id: tenantId }, items: [{ price }] }) as unknown as PublicMenu;
const ready = (version: string, price = 1, keptAt?: number): MenuAnswer & MenuState => ({
  status: 'ready',
  menu: menu(price),
  version,
  keptAt,
  asOf: 5,
  isCutOff: false,
});
const FAILED: MenuAnswer = { status: 'failed', menu: undefined, isGone: false };
const GONE: MenuAnswer = { ...FAILED, isGone: true };
const price = (state: MenuState | undefined) => state?.menu?.items[0]?.price;

describe('an answer', () => {
  const after = (now: MenuState, answer: MenuAnswer, isStreaming = false) => withAnswer(now, answer, 100, isStreaming);

  it('never replaces a newer one', () => {
    expect(price(after(ready('2.3', 1), ready('2.4', 7)))).toBe(7);
    expect(price(after(ready('2.3', 1), ready('2.2', 7)))).toBe(1);
    expect(price(after(ready('2.3', 1), ready('3.2', 7)))).toBe(1);
    // A menu without a version is accepted; another restaurant's versions start over.
    expect(price(after(ready('', 1), ready('', 7)))).toBe(7);
    expect(after(ready('2.3'), { ...ready('1.1'), menu: menu(9, 'other') } as MenuAnswer)).toMatchObject({
      version: '1.1',
    });
  });

  it('that says the same leaves the menu as it is', () => {
    const now = ready('2.3');
    expect(after(now, ready('2.3')).menu).toBe(now.menu);
  });

  it('that fails takes no menu away, unless there is none any more', () => {
    expect(after(ready('2.3'), FAILED)).toMatchObject({ status: 'ready', asOf: 5, isCutOff: true });
    expect(after(ready('2.3'), FAILED, true)).toMatchObject({ status: 'ready', isCutOff: false });
    expect(after(ready('2.3'), GONE)).toEqual(GONE);
    expect(after({ status: 'loading', menu: undefined }, FAILED)).toEqual(FAILED);
  });

  it('kept on the device is shown with its time, until one comes from the server', () => {
    const kept = after({ status: 'loading', menu: undefined }, ready('2.3', 1, 40));
    expect(kept).toMatchObject({ asOf: 40, isCutOff: true });
    expect(after(kept, ready('2.3', 1, 60))).toMatchObject({ asOf: 60, isCutOff: true });
    expect(after(kept, ready('2.4', 7, 60), true)).toMatchObject({ asOf: 60, isCutOff: true });
    expect(after(kept, ready('2.3'))).toMatchObject({ asOf: 100, isCutOff: false });
    expect(after(ready('2.3'), ready('2.3', 1, 60), true)).toMatchObject({ isCutOff: false });
  });
});

describe('an open page', () => {
  /** A fake browser with what the watch uses: `answers` come in order, the last one repeatedly. */
  function page(first: MenuState, answers: (string | number)[]) {
    const streams: FakeStream[] = [];
    class FakeStream extends EventTarget {
      readyState = 0;
      readonly url: string;
      constructor(url: string) {
        super();
        this.url = url;
        streams.push(this);
      }
      close() {
        this.readyState = 2;
      }
      becomes(readyState: 0 | 1 | 2) {
        this.readyState = readyState;
        this.dispatchEvent(new Event(readyState === 1 ? 'open' : 'error'));
      }
      tells(version: string) {
        this.dispatchEvent(new MessageEvent('menu', { data: version }));
      }
    }
    const fetch = vi.fn(async (_path: string, { signal }: RequestInit) => {
      const next = answers.length > 1 ? answers.shift() : answers[0];
      if (next === 'never') await new Promise((_, reject) => signal?.addEventListener('abort', reject));
      if (next === 0) throw new TypeError('no network');
      if (next === 'gone') return Response.json({ type: 'urn:tavola:problem:not-found' }, { status: 404 });
      if (typeof next === 'number') return new Response('', { status: next });
      return Response.json(menu(Number(next?.split('.')[1])), { headers: { 'x-menu-version': next ?? '' } });
    });
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    const window = new EventTarget();
    for (const [name, value] of Object.entries({ document, window, fetch, EventSource: FakeStream })) {
      vi.stubGlobal(name, value);
    }
    const states: MenuState[] = [];
    const watch = watchMenu('demo', first, (state) => states.push(state));
    const see = (state: 'visible' | 'hidden') => {
      document.visibilityState = state;
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const stream = (at = -1) => streams.at(at) as FakeStream;
    const opened = () => streams.filter(({ readyState }) => readyState !== 2).length;
    return { watch, window, fetch, states, streams, stream, opened, see, last: () => states.at(-1) };
  }
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('listens from the version it shows, and asks within a moment of being told of a newer one', async () => {
    const { stream, fetch, last } = page(ready('1.1'), ['1.2']);
    expect(stream().url).toBe('/api/public/menu/demo/events?v=1.1');
    stream().becomes(1);
    stream().tells('1.1');
    await pass(200);
    expect(fetch).not.toHaveBeenCalled();
    stream().tells('1.2');
    await pass(151);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(last()).toMatchObject({ version: '1.2', isCutOff: false });
  });

  it('asks again while the answer is older than what it was told of, five times at most', async () => {
    const soon = page(ready('1.1'), ['1.1', '1.1', '1.2']);
    soon.stream().becomes(1);
    soon.stream().tells('1.2');
    await pass(700);
    expect(soon.fetch).toHaveBeenCalledTimes(3);
    expect(soon.last()).toMatchObject({ version: '1.2' });
    soon.watch.stop();

    const never = page(ready('1.1'), ['1.1']);
    never.stream().becomes(1);
    never.stream().tells('1.2');
    await pass(1500);
    expect(never.fetch).toHaveBeenCalledTimes(6);
    // After a pause, the next stream announces it again.
    expect(never.opened()).toBe(0);
    await pass(5000);
    expect(never.opened()).toBe(1);
  });

  it('lets go of the stream after half a minute out of view, and asks before it listens again', async () => {
    const { see, opened, fetch, stream, states } = page(ready('1.1'), ['1.5']);
    see('hidden');
    await pass(29_000);
    expect(opened()).toBe(1);
    await pass(2000);
    expect(opened()).toBe(0);
    await pass(600_000);
    expect(fetch).not.toHaveBeenCalled();
    see('visible');
    await pass(0);
    expect(states).toHaveLength(1);
    expect(stream().url).toContain('v=1.5');
    expect(opened()).toBe(1);
  });

  it('does not trust a stream from before the phone slept, when no timer ran', async () => {
    const { see, opened, streams, stream, last } = page(ready('1.1'), [0, '1.5']);
    stream().becomes(1);
    see('hidden');
    // Asleep: time passes and no timer runs. The stream still looks open.
    vi.setSystemTime(Date.now() + 600_000);
    see('visible');
    await pass(0);
    // The network is not back yet.
    expect(last()).toMatchObject({ version: '1.1', isCutOff: true });
    stream().becomes(0);
    await pass(4000);
    expect(last()).toMatchObject({ version: '1.5', isCutOff: false });
    expect([streams.length, opened()]).toEqual([2, 1]);
  });

  it('tries again after longer and longer pauses where it is refused', async () => {
    const { streams, stream } = page(ready('1.1'), ['1.1']);
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const pauses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const before = Date.now();
      const count = streams.length;
      stream().becomes(2);
      while (streams.length === count) await pass(100);
      pauses.push(Math.round((Date.now() - before) / 1000));
    }
    expect(pauses).toEqual([4, 8, 16, 32, 60, 60, 60]);
    stream().becomes(1);
    stream().becomes(2);
    await pass(4000);
    expect(streams).toHaveLength(9);
  });

  it('says that it is cut off once neither stream nor question gets through, and stops saying so with an answer', async () => {
    const { stream, last, states } = page(ready('1.1'), [0, 0, '1.1']);
    stream().becomes(1);
    stream().becomes(0);
    expect(states).toEqual([]);
    await pass(4000);
    expect(last()).toMatchObject({ status: 'ready', isCutOff: true });
    stream().becomes(1);
    await pass(0);
    expect(last()).toMatchObject({ isCutOff: true });
    await pass(8000);
    expect(last()).toMatchObject({ isCutOff: false });
  });

  it('keeps its menu when something on the way has no such page, and goes on asking', async () => {
    const { stream, last } = page(ready('1.1'), [404, '1.2']);
    stream().becomes(0);
    await pass(4000);
    expect(last()).toMatchObject({ status: 'ready', version: '1.1', isCutOff: true });
    await pass(16_000);
    expect(last()).toMatchObject({ version: '1.2', isCutOff: false });
  });

  it('that could not get its menu asks again by itself, until the server sends it or knows of none', async () => {
    const { fetch, last, streams } = page(FAILED, [0, 503, '1.1']);
    await pass(60_000);
    expect(last()).toMatchObject({ status: 'ready', version: '1.1' });
    expect([fetch.mock.calls.length, streams.length]).toEqual([3, 1]);
    const gone = page(FAILED, ['gone']);
    await pass(300_000);
    expect(gone.last()).toEqual(GONE);
    expect(gone.fetch).toHaveBeenCalledTimes(1);
  });

  it('knows at once when the device is offline, and when it is back', async () => {
    const { window, last, opened, stream } = page(ready('1.1'), [0, '1.2']);
    stream().becomes(1);
    window.dispatchEvent(new Event('offline'));
    await pass(0);
    expect(last()).toMatchObject({ isCutOff: true });
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(last()).toMatchObject({ isCutOff: false, version: '1.2' });
    expect(opened()).toBe(1);
  });

  it('gives up a question that is never answered, and asks again', async () => {
    const { stream, last, fetch } = page(ready('1.1'), ['never', '1.2']);
    stream().becomes(2);
    await pass(4000);
    expect(fetch).toHaveBeenCalledTimes(1);
    await pass(60_000);
    expect(last()).toMatchObject({ isCutOff: true });
    await pass(8000);
    expect(last()).toMatchObject({ version: '1.2', isCutOff: false });
  });

  it('in a language whose words are never answered is in English', async () => {
    vi.stubGlobal('fetch', (path: string, { signal }: RequestInit = {}) =>
      path.startsWith('/api/')
        ? Response.json({ ...menu(), language: { tag: 'fr', base: 'en', offered: ['en', 'fr'] } })
        : new Promise((_, reject) => signal?.addEventListener('abort', reject)),
    );
    const answered = vi.fn();
    requestMenu({ slug: 'demo', lang: 'fr' }).then(answered);
    await pass(60_000);
    expect(answered).toHaveBeenCalledWith(expect.objectContaining({ status: 'ready', words: undefined }));
  });

  it('ends with its restaurant, and when it is left', async () => {
    const gone = page(ready('1.1'), ['gone']);
    gone.stream().tells('1.2');
    await pass(200);
    expect(gone.last()).toMatchObject({ status: 'failed', isGone: true });
    expect(gone.opened()).toBe(0);
    await pass(600_000);
    expect(gone.fetch).toHaveBeenCalledTimes(1);

    const left = page(ready('1.1'), ['1.2']);
    left.stream().tells('1.2');
    left.watch.stop();
    await pass(60_000);
    expect(left.opened()).toBe(0);
    expect(left.fetch).not.toHaveBeenCalled();
  });
});
