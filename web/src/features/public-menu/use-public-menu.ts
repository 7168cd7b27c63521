import { directionOf } from '@tavola/contracts/rules/languages.ts';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MenuAnswer } from './api.ts';
import { holdPlace } from './hold-place.ts';
import { keepMenu } from './keep-menu.ts';
import { addressIn, langOf, pagePath } from './menu-address.ts';
import { type MenuState, type MenuWatch, watchMenu, withAnswer } from './watch-menu.ts';
import { ENGLISH } from './words/page-words.ts';

const LOADING: MenuState = { status: 'loading', menu: undefined };

/** What the page can ask of its menu. */
interface MenuControls {
  retry: () => void;
  /** Shows the menu in another of its languages; undefined is the base language. */
  go: (lang: string | undefined) => Promise<void>;
}

/**
 * A restaurant's menu, starting with the `first` answer and then kept up to date. Without TanStack Query, which would be
 * a sixth of a diner's download.
 */
export function usePublicMenu(slug: string, first: MenuAnswer): MenuState & MenuControls {
  const [opened] = useState(() => withAnswer(LOADING, first, Date.now(), false));
  // Start as the server rendered it, which is never as cut off.
  const [state, setState] = useState<MenuState>(opened.status === 'ready' ? { ...opened, isCutOff: false } : opened);
  const watch = useRef<MenuWatch>(undefined);

  useEffect(() => {
    if (opened.status === 'ready' && opened.isCutOff) setState(opened);
    const show = (next: MenuState) => {
      // Render synchronously, so that the scroll position can be restored.
      const putBack = holdPlace();
      flushSync(() => setState(next));
      putBack();
    };
    const started = watchMenu(slug, opened, show, addressIn(window.location.pathname).lang);
    watch.current = started;
    return () => started.stop();
  }, [slug, opened]);

  const gone = useRef(0);
  const go = async (lang: string | undefined) => {
    gone.current += 1;
    const turn = gone.current;
    if (state.menu && langOf(state.menu) === lang) return;
    const loaded = await watch.current?.load(lang);
    // Another language was chosen meanwhile.
    if (turn !== gone.current) return;
    if (!loaded) return window.location.assign(pagePath({ slug, lang }));
    const at = addressIn(window.location.pathname).lang;
    if (at !== loaded.lang) {
      const { dish, ...rest } = window.history.state ?? {};
      // "Back" must not lead again to a language that was removed, which is the one at this address.
      const write = dish !== undefined || at === lang ? 'replaceState' : 'pushState';
      window.history[write](rest, '', pagePath({ slug, lang: loaded.lang }));
      // A dish that is shown large stays, and "back" closes it in this language.
      if (dish !== undefined) window.history.pushState({ ...rest, dish }, '', `#item-${dish}`);
    }
    loaded.show();
    keepMenu();
  };
  useLanguageAddress(slug, state, go);

  return { ...state, retry: () => watch.current?.retry(), go };
}

/** Keeps `<html>` and the page's address in the menu's language, and shows another language where the guest goes back to it. */
function useLanguageAddress(slug: string, state: MenuState, go: MenuControls['go']): void {
  const { menu } = state;
  const tag = menu && (menu.language?.tag ?? ENGLISH);
  const lang = menu && langOf(menu);
  // A copy kept on the phone may stand in for a page in another language, until the phone is online.
  const isCopy = state.status === 'ready' && state.isCutOff;

  useEffect(() => {
    if (tag === undefined) return;
    const page = document.documentElement;
    if (page.lang !== tag) {
      page.lang = tag;
      page.dir = directionOf(tag);
    }
    const { pathname, search, hash } = window.location;
    if (isCopy || addressIn(pathname).lang === lang) return;
    window.history.replaceState(window.history.state, '', `${pagePath({ slug, lang })}${search}${hash}`);
  }, [slug, tag, lang, isCopy]);

  const latest = useRef({ lang, isCopy, go });
  latest.current = { lang, isCopy, go };
  useEffect(() => {
    const onBack = () => {
      const wanted = addressIn(window.location.pathname).lang;
      const { current } = latest;
      if (wanted !== current.lang && !current.isCopy) current.go(wanted);
    };
    window.addEventListener('popstate', onBack);
    return () => window.removeEventListener('popstate', onBack);
  }, []);
}
