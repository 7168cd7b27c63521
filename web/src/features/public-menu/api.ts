import { MENU_DATA_ID, MENU_VERSION_HEADER } from '@tavola/contracts/menu-page.ts';
import { KEPT_AT_HEADER } from './kept.ts';
import type { ShownMenu } from './shown-menu.ts';

/** The result of one request for a menu. */
export type MenuAnswer =
  | {
      status: 'ready';
      menu: ShownMenu;
      /** Empty if the server sent none. */
      version: string;
      /** When the server sent this menu, if it is a copy kept on the device. */
      keptAt: number | undefined;
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

/** The menu inlined in the page's HTML; `undefined` if the page has none. */
export function inlinedMenu(): MenuAnswer | undefined {
  const text = document.getElementById(MENU_DATA_ID)?.textContent;
  if (!text) return undefined;
  try {
    const { version, menu } = JSON.parse(text) as { version: string; menu: ShownMenu | null };
    if (!menu) return { status: 'failed', menu: undefined, isGone: true };
    return { status: 'ready', menu, version, keptAt: timeOf(document.documentElement.dataset.keptAt) };
  } catch {
    return undefined;
  }
}

/** The API path of a menu; its event stream is below this path. */
export const menuPath = (slug: string): string => `/api/public/menu/${encodeURIComponent(slug)}`;

function timeOf(date: string | null | undefined): number | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : time;
}
