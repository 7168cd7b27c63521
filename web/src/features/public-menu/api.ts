import { MENU_DATA_ID, MENU_VERSION_HEADER } from '@tavola/contracts/menu-page.ts';
import { KEPT_AT_HEADER } from './kept.ts';
import type { ShownMenu } from './shown-menu.ts';
import type { Words } from './words/words.ts';

/** Pause between requests while the server does not answer. */
export const FIRST_PAUSE_MS = 2_000;
export const LONGEST_PAUSE_MS = 60_000;

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
export async function requestMenu(slug: string, signal?: AbortSignal): Promise<MenuAnswer> {
  try {
    const response = await fetch(menuPath(slug), signal ? { signal } : {});
    // Read the body even of an error response: an unread body keeps the connection open.
    const text = await response.text();
    if (!response.ok) return { status: 'failed', menu: undefined, isGone: response.status === 404 };
    const menu = JSON.parse(text) as ShownMenu | undefined;
    const version = response.headers.get(MENU_VERSION_HEADER) ?? '';
    if (menu?.tenant) return { status: 'ready', menu, version, keptAt: timeOf(response.headers.get(KEPT_AT_HEADER)) };
  } catch {
    // No connection, or the response is not from our API.
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
export interface InlinedMenu {
  /** The version of the rendered menu; empty if the page has none. */
  version: string;
  /** The menu's data; `undefined` if the script must request it. */
  answer: MenuAnswer | undefined;
}

/** The menu inlined in the page's HTML. */
export function inlinedMenu(): InlinedMenu {
  try {
    const text = document.getElementById(MENU_DATA_ID)?.textContent || '{}';
    const { version = '', menu, words } = JSON.parse(text) as PageData;
    if (menu === null) return { version, answer: { status: 'failed', menu: undefined, isGone: true } };
    const keptAt = timeOf(document.documentElement.dataset.keptAt);
    return { version, answer: menu && { status: 'ready', menu, version, keptAt, words } };
  } catch {
    return { version: '', answer: undefined };
  }
}

/** Requests the menu that the page shows without its data, again and again until the server says whether there is one. */
export async function requestShownMenu(slug: string): Promise<MenuAnswer> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const answer = await requestMenu(slug);
    if (answer.status === 'ready' || answer.isGone) return answer;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** The API path of a menu; its event stream is below this path. */
export const menuPath = (slug: string): string => `/api/public/menu/${encodeURIComponent(slug)}`;

function timeOf(date: string | null | undefined): number | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : time;
}
