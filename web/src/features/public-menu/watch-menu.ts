import { isNewerVersion, MENU_EVENT } from '@tavola/contracts/menu-page.ts';
import { type MenuAnswer, menuPath, requestMenu } from './api.ts';
import type { ShownMenu } from './shown-menu.ts';

/** A page that was hidden this long lets go of its stream. */
const HIDDEN_FOR_MS = 30_000;
/** Told of a change, the phones of a dining room ask within this time, and not all in one instant. */
const SPREAD_MS = 150;
/** How long to wait, and how often, when the answer is older than what was told. */
const AGAIN_MS = 250;
const MOST_AGAIN = 5;
/** Between two tries to reach a server that does not answer: longer each time, and never the same for two phones. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** What is known of a menu. */
export type MenuState =
  | { status: 'loading'; menu: undefined }
  | Extract<MenuAnswer, { status: 'failed' }>
  | {
      status: 'ready';
      menu: ShownMenu;
      version: string;
      /** When this was last known to be the menu, by the device's clock. */
      asOf: number;
      /** Whether the server can't be reached: the menu may have changed since. */
      isCutOff: boolean;
    };

export interface MenuWatch {
  /** Asks again, from the very beginning. */
  retry(): void;
  stop(): void;
}

/** The state after an answer that came at `at`. An answer never replaces a newer one. */
export function withAnswer(now: MenuState, answer: MenuAnswer, at: number, isStreaming: boolean): MenuState {
  if (answer.status === 'failed') {
    // A bad connection is no reason to take a menu out of somebody's hands.
    if (now.status !== 'ready' || answer.isGone) return answer;
    return isStreaming ? now : { ...now, isCutOff: true };
  }
  const { menu, version, keptAt } = answer;
  const next: MenuState = { status: 'ready', menu, version, asOf: keptAt ?? at, isCutOff: keptAt !== undefined };
  // With another restaurant at this address, versions begin anew.
  if (now.status !== 'ready' || now.menu.tenant.id !== menu.tenant.id) return next;
  // While the stream is up, what changes is heard of; a slow answer does not mean that we are cut off.
  const isCutOff = next.isCutOff && (!isStreaming || now.isCutOff);
  const isOld = isNewerVersion(now.version, version) || (version !== '' && version === now.version);
  return isOld ? { ...now, asOf: Math.max(now.asOf, next.asOf), isCutOff } : { ...next, isCutOff };
}

/**
 * Keeps an open page's menu true, beginning with what it shows: listens for changes while the page is in view, asks again
 * when it comes back into view, and tells whether the server can be reached. Without server-sent events, only the latter two.
 */
export function watchMenu(slug: string, first: MenuState, onState: (state: MenuState) => void): MenuWatch {
  let state = first;
  let stream: EventSource | undefined;
  /** The newest version heard of, and how often it may still be asked for. */
  let wanted = '';
  let againLeft = -1;
  let losses = 0;
  let asking: AbortController | undefined;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  let closing: ReturnType<typeof setTimeout> | undefined;

  const isHidden = () => document.visibilityState === 'hidden';
  const isStreaming = () => stream?.readyState === 1;
  const versionNow = () => (state.status === 'ready' ? state.version : '');
  const take = (next: MenuState) => {
    if (next === state) return;
    state = next;
    onState(next);
  };

  const ask = async () => {
    asking?.abort();
    cancelSoon();
    asking = new AbortController();
    const { signal } = asking;
    const answer = await requestMenu(slug, signal);
    if (signal.aborted) return;
    take(withAnswer(state, answer, Date.now(), isStreaming()));
    if (state.status !== 'ready') return close();
    open();
    if (!isBehind()) {
      if (state.isCutOff) tryLater();
    } else if (againLeft > 0) {
      againLeft -= 1;
      askIn(AGAIN_MS);
    } else if (againLeft === 0) {
      againLeft = -1;
      // The next stream says again what this one said in vain.
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
    const opened = new EventSource(`${menuPath(slug)}/events?v=${encodeURIComponent(versionNow())}`);
    stream = opened;
    opened.addEventListener('open', () => {
      cancelLater();
      if (state.status !== 'ready') return;
      // What is newer is told at once, so this is the menu as of now; unless even asking for it had failed.
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
    opened.addEventListener('error', () => {
      if (stream !== opened) return;
      // Refused for good: the browser won't try again. Else it does, and we only look whether the server is there.
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
    if (later) return;
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (losses + 1));
    losses += 1;
    later = setTimeout(
      () => {
        later = undefined;
        // Coming back into view asks anyway.
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
    if (isHidden()) closing = setTimeout(close, HIDDEN_FOR_MS);
    else now();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) now();
  };
  const onOffline = () => {
    // A stream that is dead can look alive for minutes.
    close();
    now();
  };

  if (state.status === 'ready') {
    if (state.isCutOff) ask();
    else open();
  }
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
