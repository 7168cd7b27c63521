import { MENU_DATA_ID, MENU_VERSION_HEADER } from '@tavola/contracts/menu-page.ts';
import { KEPT_AT_HEADER } from './kept.ts';
import { langOf, type MenuAddress, menuPath, pagePath } from './menu-address.ts';
import { saysNoSuchMenu } from './no-such-menu.ts';
import type { ShownMenu } from './shown-menu.ts';
import { ENGLISH } from './words/page-words.ts';
import type { Words } from './words/words.ts';

/** Pause between requests while the server does not answer. */
export const FIRST_PAUSE_MS = 2_000;
export const LONGEST_PAUSE_MS = 60_000;

/** A request without an answer is given up after this long: the network that it was sent on may be gone. */
const GIVE_UP_MS = 60_000;

/** The result of one request for a menu. */
export type MenuAnswer =
  | {
      status: 'ready';
      menu: ShownMenu;
      /** Empty if the server sent none. */
      version: string;
      /** When the server sent this menu, if it is a copy kept on the device. */
      keptAt: number | undefined;
      /** The page's own words in the menu's language; English if absent. */
      words?: Words | undefined;
    }
  /** `isGone`: the server has no such menu; otherwise it could not be reached. */
  | { status: 'failed'; menu: undefined; isGone: boolean };

/** Requests a menu once; never rejects. Does not use lib/api.ts, because diners have no token to send. */
export async function requestMenu(address: MenuAddress, signal?: AbortSignal): Promise<MenuAnswer> {
  const asking = new AbortController();
  const giveUp = () => asking.abort();
  const late = setTimeout(giveUp, GIVE_UP_MS);
  signal?.addEventListener('abort', giveUp);
  try {
    const response = await fetch(menuPath(address), { signal: asking.signal });
    // Read the body even of an error response: an unread body keeps the connection open.
    const text = await response.text();
    if (!response.ok) return { status: 'failed', menu: undefined, isGone: saysNoSuchMenu(response.status, text) };
    const menu = JSON.parse(text) as ShownMenu | undefined;
    const version = response.headers.get(MENU_VERSION_HEADER) ?? '';
    const keptAt = timeOf(response.headers.get(KEPT_AT_HEADER));
    if (menu?.tenant)
      return { status: 'ready', menu, version, keptAt, words: await wordsOf(menu, address.slug, asking.signal) };
  } catch {
    // No connection, or the response is not from our API.
  } finally {
    clearTimeout(late);
  }
  return { status: 'failed', menu: undefined, isGone: false };
}

/** The JSON in the page's HTML. */
interface PageData {
  version?: string;
  menu?: ShownMenu | null;
  words?: Words;
}

/** What the page's HTML holds of a menu. */
interface InlinedMenu {
  /** The version of the rendered menu; empty if the page has none. */
  version: string;
  /** The menu's data; `undefined` if the script must request it. */
  answer: MenuAnswer | undefined;
}

/** The menu inlined in the page's HTML. */
export function inlinedMenu(): InlinedMenu {
  try {
    const { version = '', menu, words } = dataIn(document);
    known.set(document.documentElement.lang, words);
    if (menu === null) return { version, answer: { status: 'failed', menu: undefined, isGone: true } };
    const keptAt = timeOf(document.documentElement.dataset.keptAt);
    return { version, answer: menu && { status: 'ready', menu, version, keptAt, words } };
  } catch {
    return { version: '', answer: undefined };
  }
}

/** Requests the menu that the page shows without its data, again and again until the server says whether there is one. */
export async function requestShownMenu(address: MenuAddress): Promise<MenuAnswer> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const answer = await requestMenu(address);
    if (answer.status === 'ready' || answer.isGone) return answer;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** The page's own words by language; `undefined` is English. */
const known = new Map<string, Words | undefined>([[ENGLISH, undefined]]);

/** The words for a menu's language: those of this page, or of the page of that language; English until that can be read. */
async function wordsOf(menu: ShownMenu, slug: string, signal: AbortSignal): Promise<Words | undefined> {
  const tag = menu.language?.tag ?? ENGLISH;
  if (!known.has(tag)) {
    try {
      const response = await fetch(pagePath({ slug, lang: langOf(menu) }), { signal });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      // If the restaurant has just removed the language, this is the page in its base language.
      if (response.ok && page.documentElement.lang === tag) known.set(tag, dataIn(page).words);
    } catch {
      // The menu is there all the same.
    }
  }
  return known.get(tag);
}

const dataIn = (page: Document) => JSON.parse(page.getElementById(MENU_DATA_ID)?.textContent || '{}') as PageData;

function timeOf(date: string | null | undefined): number | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : time;
}
