import { MENU_DATA_ID } from '@tavola/contracts/menu-page.ts';
import { KEPT_AT_ATTRIBUTE } from '../kept.ts';

const DATA = new RegExp(`<script[^>]*\\bid="${MENU_DATA_ID}"[^>]*>([^]*?)</script>`);

/** The menu inside a page, as JSON, and its version; without `json` for a large menu. `undefined` for a page without a menu. */
export function menuIn(html: string): { version: string; json: string | undefined } | undefined {
  try {
    const { version, menu } = JSON.parse(DATA.exec(html)?.[1] ?? '{}');
    if (!version || menu === null) return undefined;
    return { version, json: menu && JSON.stringify(menu) };
  } catch {
    return undefined;
  }
}

/** The files referenced by a page. */
export function assetsIn(html: string): string[] {
  return Array.from(html.matchAll(/\b(?:src|href)="(\/(?:assets|icons)\/[\w.-]+)"/g), ([, path = '']) => path);
}

/** The page's HTML, marked as a copy from an earlier time. */
export function markKept(html: string, at: string): string {
  return html.replace(/<html\b/, `$& ${KEPT_AT_ATTRIBUTE}="${at}"`);
}
