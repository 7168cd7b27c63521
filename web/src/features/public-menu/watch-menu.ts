import { isNewerVersion, MENU_EVENT, TIME_EVENT } from '@tavola/contracts/menu-page.ts';
import { FIRST_PAUSE_MS, LONGEST_PAUSE_MS, type MenuAnswer, requestMenu } from './api.ts';
import { setClock } from './clock.ts';
import { langOf, menuPath } from './menu-address.ts';
import type { ShownMenu } from './shown-menu.ts';
import type { Words } from './words/words.ts';

/** A page hidden this long closes its stream. */
const HIDDEN_FOR_MS = 30_000;
/** After a change, phones refetch at a random moment within this time, to spread the load. */
const SPREAD_MS = 150;
/** Delay and maximum of retries while the response is older than the announced version. */
const AGAIN_MS = 250;
const MOST_AGAIN = 5;

/** What is known of a menu. */
export type MenuState =
  | { status: 'loading'; menu: undefined }
  | Extract<MenuAnswer, { status: 'failed' }>
  | {
      status: 'ready';
      menu: ShownMenu;
      version: string;
      /** When this was last known to be the current menu, by the device's clock. */
      asOf: number;
      /** Whether the server can't be reached: the menu may have changed since. */
      isCutOff: boolean;
      /** The page's own words in the menu's language; English if absent. */
      words?: Words | undefined;
    };

export interface MenuWatch {
  /** Starts over with a new request. */
  retry(): void;
  /**
   * Requests the menu in the language of another address; returns what shows it, and the language in which it came, or nothing if
   * that failed.
   */
  load(lang: string | undefined): Promise<{ lang: string | undefined; show: () => void } | undefined>;
  stop(): void;
}

/** The state after an answer received at `at`. An older answer never replaces a newer one. */
export function withAnswer(now: MenuState, answer: MenuAnswer, at: number, isStreaming: boolean): MenuState {
  if (answer.status === 'failed') {
    // Keep showing the menu when the connection is bad.
    if (now.status !== 'ready' || answer.isGone) return answer;
    return isStreaming ? now : { ...now, isCutOff: true };
  }
  const { menu, version, keptAt, words } = answer;
  const next: MenuState = { status: 'ready', menu, version, asOf: keptAt ?? at, isCutOff: keptAt !== undefined, words };
  // If another restaurant now has this address, versions start over.
  if (now.status !== 'ready' || now.menu.tenant.id !== menu.tenant.id) return next;
  if (now.menu.language?.tag !== menu.language?.tag) return next;
  // An open stream delivers changes, so a slow answer does not mean that we are cut off.
  const isCutOff = next.isCutOff && (!isStreaming || now.isCutOff);
  const isOld = isNewerVersion(now.version, version) || (version !== '' && version === now.version);
  if (!isOld) return { ...next, isCutOff };
  return { ...now, asOf: Math.max(now.asOf, next.asOf), isCutOff, words: now.words ?? words };
}

/**
 * Keeps an open page's menu up to date, starting with `first`: listens for changes while the page is visible, refetches when
 * it becomes visible again, and reports whether the server can be reached. Without server-sent events, only the last two.
 * `lang` is the language in the page's address.
 */
export function watchMenu(
  slug: string,
  first: MenuState,
  onState: (state: MenuState) => void,
  lang?: string,
): MenuWatch {
  let state = first;
  let address = { slug, lang };
  let stream: EventSource | undefined;
  /** The newest version announced, and how many retries are left to fetch it. */
  let wanted = '';
  let againLeft = -1;
  let losses = 0;
  let asking: AbortController | undefined;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  let closing: ReturnType<typeof setTimeout> | undefined;
  let hiddenAt = Number.POSITIVE_INFINITY;

  const isHidden = () => document.visibilityState === 'hidden';
  const isStreaming = () => stream?.readyState === 1;
  const versionNow = () => (state.status === 'ready' ? state.version : '');
  const take = (next: MenuState) => {
    if (next === state) return;
    state = next;
    // The language may be one that the restaurant no longer offers.
    if (next.status === 'ready' && !next.isCutOff) address = { slug, lang: langOf(next.menu) };
    onState(next);
  };

  const ask = async () => {
    asking?.abort();
    cancelSoon();
    asking = new AbortController();
    const { signal } = asking;
    const answer = await requestMenu(address, signal);
    if (signal.aborted) return;
    take(withAnswer(state, answer, Date.now(), isStreaming()));
    if (state.status !== 'ready') return lose();
    open();
    if (!isBehind()) {
      if (state.isCutOff) tryLater();
    } else if (againLeft > 0) {
      againLeft -= 1;
      askIn(AGAIN_MS);
    } else if (againLeft === 0) {
      againLeft = -1;
      // Reconnect: the next stream announces the version again.
      lose();
    }
  };
  const isBehind = () => isNewerVersion(wanted, versionNow());
  const askIn = (pause: number) => {
    soon ??= setTimeout(ask, pause);
  };
  const cancelSoon = () => {
    clearTimeout(soon);
    soon = undefined;
  };

  const open = () => {
    if (stream || later || isHidden() || typeof EventSource !== 'function') return;
    const opened = new EventSource(`${menuPath({ slug })}/events?v=${encodeURIComponent(versionNow())}`);
    stream = opened;
    opened.addEventListener('open', () => {
      cancelLater();
      if (state.status !== 'ready') return;
      // The server announces a newer version on connect, so the menu is current; but if a request failed, ask again.
      if (state.isCutOff) ask();
      else state = { ...state, asOf: Date.now() };
      if (!isBehind()) losses = 0;
    });
    opened.addEventListener(MENU_EVENT, ({ data }) => {
      if (!isNewerVersion(data, versionNow())) return;
      wanted = data;
      againLeft = MOST_AGAIN;
      askIn(Math.random() * SPREAD_MS);
    });
    opened.addEventListener(TIME_EVENT, ({ data }) => setClock(Number(data)));
    opened.addEventListener('error', () => {
      if (stream !== opened) return;
      // If closed (2), the browser won't reconnect. Otherwise it does, and we only check that the server is reachable.
      if (opened.readyState === 2) lose();
      else tryLater();
    });
  };
  const close = () => {
    stream?.close();
    stream = undefined;
    cancelLater();
  };
  const lose = () => {
    close();
    tryLater();
  };

  const tryLater = () => {
    if (later || (state.status === 'failed' && state.isGone)) return;
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (losses + 1));
    losses += 1;
    later = setTimeout(
      () => {
        later = undefined;
        // A hidden page asks anyway when it becomes visible.
        if (!isHidden() && (!isStreaming() || (state.status === 'ready' && state.isCutOff))) ask();
      },
      FIRST_PAUSE_MS + Math.random() * (longest - FIRST_PAUSE_MS),
    );
  };
  const cancelLater = () => {
    clearTimeout(later);
    later = undefined;
  };

  const now = () => {
    cancelLater();
    ask();
  };
  const onVisibility = () => {
    clearTimeout(closing);
    if (isHidden()) {
      hiddenAt = Date.now();
      closing = setTimeout(close, HIDDEN_FOR_MS);
      return;
    }
    // A phone that sleeps runs no timers, so the stream may be a dead one from before.
    if (Date.now() - hiddenAt >= HIDDEN_FOR_MS) close();
    now();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) now();
  };
  const onOffline = () => {
    // A dead stream can look open for minutes.
    close();
    now();
  };

  if (state.status === 'ready') {
    if (state.isCutOff) ask();
    else open();
  } else tryLater();
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pageshow', onShow);
  window.addEventListener('pagehide', close);
  window.addEventListener('online', now);
  window.addEventListener('offline', onOffline);
  return {
    retry() {
      take({ status: 'loading', menu: undefined });
      now();
    },
    async load(next) {
      const answer = await requestMenu({ slug, lang: next });
      if (answer.status !== 'ready') return undefined;
      const show = () => {
        asking?.abort();
        cancelSoon();
        const shown = versionNow();
        address = { slug, lang: next };
        take(withAnswer(state, answer, Date.now(), isStreaming()));
        // The other language may have come from an older copy.
        if (isNewerVersion(shown, wanted)) wanted = shown;
        if (!isBehind()) return;
        againLeft = MOST_AGAIN;
        askIn(AGAIN_MS);
      };
      return { lang: langOf(answer.menu), show };
    },
    stop() {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pageshow', onShow);
      window.removeEventListener('pagehide', close);
      window.removeEventListener('online', now);
      window.removeEventListener('offline', onOffline);
      clearTimeout(closing);
      cancelSoon();
      asking?.abort();
      close();
    },
  };
}
