import type { VisitInput } from '@tavola/contracts/analytics.ts';
import { ReadItems } from './read-items.ts';

/** Longest time that counts; and what the id of a printed code looks like. As the contract has them, but without zod. */
export const VIEW_SECONDS_MAX = 1800;
const CODE_ID = /^[a-z0-9]{1,32}$/;
/** The parameter by which a printed code says which one it is. */
const SOURCE = 'c';
/** Away longer than this, and coming back is a new visit. */
const NEW_VISIT_AFTER_MS = 30 * 60_000;
/** Hidden this long counts as gone: a phone in a pocket may never run this page's code again. */
const GONE_AFTER_MS = 3000;

/** Adds up the time for which something was visible. */
export class VisibleTime {
  #total = 0;
  #since: number | undefined;

  /** Takes up counting; a second call changes nothing. */
  start(now: number): void {
    this.#since ??= now;
  }

  /** Pauses counting. */
  stop(now: number): void {
    if (this.#since !== undefined) this.#total += now - this.#since;
    this.#since = undefined;
  }

  /** Whole seconds so far. */
  seconds(now: number): number {
    const running = this.#since === undefined ? 0 : now - this.#since;
    return Math.max(0, Math.round((this.#total + running) / 1000));
  }
}

/** Whether this reader asked not to be counted. */
export function refusesCounting(
  browser: Pick<Navigator, 'doNotTrack'> & { globalPrivacyControl?: boolean } = navigator,
): boolean {
  return browser.doNotTrack === '1' || browser.globalPrivacyControl === true;
}

/** The code that led to this page: for as long as it is open, and nowhere but here. */
let source: string | undefined;

/** Takes the code's id out of the address, so that a link that is passed on does not pass for another scan. */
function takeSource(): void {
  const address = new URL(window.location.href);
  const code = address.searchParams.get(SOURCE);
  if (code === null) return;
  address.searchParams.delete(SOURCE);
  window.history.replaceState(window.history.state, '', address);
  if (CODE_ID.test(code)) source = code;
}

/**
 * Counts one visit to a restaurant's menu: tells the server once, when the page is left, for how long it was in view, which
 * code led to it and which items were read. Keeps nothing on the device and says nothing about who reads. Gives the way to stop.
 */
export function countVisit(tenantId: string): () => void {
  takeSource();
  const canCount = typeof navigator.sendBeacon === 'function' && typeof IntersectionObserver === 'function';
  if (refusesCounting() || !canCount) return () => {};
  const items = new ReadItems();
  let time = new VisibleTime();
  let sent = false;
  let hiddenAt = 0;
  let gone: ReturnType<typeof setTimeout> | undefined;

  const send = () => {
    clearTimeout(gone);
    if (sent) return;
    sent = true;
    const now = performance.now();
    const visit: VisitInput = {
      tenantId,
      seconds: Math.min(time.seconds(now), VIEW_SECONDS_MAX),
      ...(source !== undefined && { source }),
      ...items.read(now),
    };
    navigator.sendBeacon('/api/public/visits', new Blob([JSON.stringify(visit)], { type: 'application/json' }));
  };
  const onVisibility = () => {
    const now = performance.now();
    clearTimeout(gone);
    if (document.visibilityState === 'hidden') {
      time.stop(now);
      items.pause(now);
      hiddenAt = now;
      gone = setTimeout(send, GONE_AFTER_MS);
      return;
    }
    if (sent && now - hiddenAt > NEW_VISIT_AFTER_MS) {
      time = new VisibleTime();
      items.forget();
      sent = false;
    }
    time.start(now);
    items.resume(now);
  };

  if (document.visibilityState === 'visible') time.start(performance.now());
  document.addEventListener('visibilitychange', onVisibility);
  document.addEventListener('freeze', send);
  window.addEventListener('pagehide', send);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    document.removeEventListener('freeze', send);
    window.removeEventListener('pagehide', send);
    clearTimeout(gone);
    // On to another screen of this site: the visit is over too.
    if (time.seconds(performance.now()) > 0) send();
    items.stop();
  };
}
