import type { VisitInput } from '@tavola/contracts/analytics.ts';
import { CODE_ID_PATTERN, ownRestaurantsIn, VIEW_SECONDS_MAX } from '@tavola/contracts/rules/visits.ts';
import { noteMenuOpened } from '../../lib/menu/opened-menu.ts';
import { claimsOf } from '../../lib/session/token-claims.ts';
import { storedToken } from '../../lib/session/token-in-storage.ts';
import { ReadItems } from './read-items.ts';

/** The query parameter that holds a printed code's id. */
const SOURCE = 'c';
/** Returning after a longer absence is a new visit. */
const NEW_VISIT_AFTER_MS = 30 * 60_000;
/** A page hidden this long counts as left: the phone may never run its code again. */
const GONE_AFTER_MS = 3000;

/** Adds up visible time. */
class VisibleTime {
  #total = 0;
  #since: number | undefined;

  /** Starts or resumes counting; a second call changes nothing. */
  start(now: number): void {
    this.#since ??= now;
  }

  /** Pauses counting. */
  stop(now: number): void {
    if (this.#since !== undefined) this.#total += now - this.#since;
    this.#since = undefined;
  }

  /** Whether it was ever visible. */
  get hasBegun(): boolean {
    return this.#since !== undefined || this.#total > 0;
  }

  /** The total in whole seconds. */
  seconds(now: number): number {
    const running = this.#since === undefined ? 0 : now - this.#since;
    return Math.max(0, Math.round((this.#total + running) / 1000));
  }
}

/** Whether the browser sends Do Not Track or Global Privacy Control. */
export function refusesCounting(
  browser: Pick<Navigator, 'doNotTrack'> & { globalPrivacyControl?: boolean } = navigator,
): boolean {
  return browser.doNotTrack === '1' || browser.globalPrivacyControl === true;
}

/** The code that led to this page. Held in memory only, while the page is open. */
let source: string | undefined;

/** Removes the code's id from the address, so that a shared link does not count as another scan. */
function takeSource(): void {
  const address = new URL(window.location.href);
  const code = address.searchParams.get(SOURCE);
  if (code === null) return;
  address.searchParams.delete(SOURCE);
  window.history.replaceState(window.history.state, '', address);
  if (CODE_ID_PATTERN.test(code)) source = code;
}

/**
 * Counts one visit to a restaurant's menu. When the page is left, sends one beacon: time in view, the code that led here and
 * the items read. A device on which the restaurant is signed in is not counted. Stores nothing on the device and identifies no one. Returns a function that stops it.
 */
export function countVisit(tenantId: string): () => void {
  takeSource();
  const canCount = typeof navigator.sendBeacon === 'function' && typeof IntersectionObserver === 'function';
  // Its own people look at their menu all day, also while they are signed in at another of their restaurants.
  const isOwn = claimsOf(storedToken()).tenantId === tenantId || ownRestaurantsIn(document.cookie).includes(tenantId);
  if (isOwn) noteMenuOpened(tenantId);
  if (isOwn || refusesCounting() || !canCount) return () => {};
  const items = new ReadItems();
  let time = new VisibleTime();
  let sent = false;
  let hiddenAt = 0;
  let gone: ReturnType<typeof setTimeout> | undefined;

  const send = () => {
    clearTimeout(gone);
    // A tab opened in the background may be closed, or frozen, before anybody looks at it.
    if (sent || !time.hasBegun) return;
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
    // Navigating to another screen of this site ends the visit too.
    if (time.seconds(performance.now()) > 0) send();
    items.stop();
  };
}
