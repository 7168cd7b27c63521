import { MENU_DATA_ID, MENU_VERSION_HEADER } from '@tavola/contracts/menu-page.ts';
import { KEPT_AT_HEADER } from './kept.ts';
import type { ShownMenu } from './shown-menu.ts';

/** What one request for a menu came to. */
export type MenuAnswer =
  | {
      status: 'ready';
      menu: ShownMenu;
      /** Empty where the server did not say. */
      version: string;
      /** When the server said so, if this is only a copy kept on the device. */
      keptAt: number | undefined;
    }
  /** `isGone`: the server knows of no such menu; else it could not be asked. */
  | { status: 'failed'; menu: undefined; isGone: boolean };

/** Asks for a menu once; never rejects. Not by lib/api.ts: no diner's phone has a token to send. */
export async function requestMenu(slug: string, signal?: AbortSignal): Promise<MenuAnswer> {
  try {
    const response = await fetch(menuPath(slug), signal ? { signal } : {});
    // To the end even when it is a refusal: an answer that nobody reads keeps its connection.
    const text = await response.text();
    if (!response.ok) return { status: 'failed', menu: undefined, isGone: response.status === 404 };
    const menu = JSON.parse(text) as ShownMenu | undefined;
    const version = response.headers.get(MENU_VERSION_HEADER) ?? '';
    if (menu?.tenant) return { status: 'ready', menu, version, keptAt: timeOf(response.headers.get(KEPT_AT_HEADER)) };
  } catch {
    // No connection, or not our API that answers.
  }
  return { status: 'failed', menu: undefined, isGone: false };
}

/** The answer that came with the page; `undefined` where the page came as it was built. */
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

/** Where a menu's answers come from; its events are below. */
export const menuPath = (slug: string): string => `/api/public/menu/${encodeURIComponent(slug)}`;

function timeOf(date: string | null | undefined): number | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : time;
}
