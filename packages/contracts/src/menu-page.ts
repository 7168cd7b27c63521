// Constants shared by public-menu and the diners' page. No zod here: phones load this file.

/**
 * The response header with a menu's version: `<tenant version>.<menu version>`. Both only grow, and each write increments
 * one of them.
 */
export const MENU_VERSION_HEADER = 'x-menu-version';

/**
 * The id of the page's `<script type="application/json">` with the menu: `{ version, menu, words }`. `menu` is null where there is
 * none; `words` are the page's own, absent in English. The page of a large menu lacks it: the page holds the dishes as HTML, and its script reads them from the API.
 */
export const MENU_DATA_ID = 'menu-data';

/** The name of the event that announces a newer menu to an open page; its data and its id are the new version. */
export const MENU_EVENT = 'menu';

/** The name of the event with the server's time, in Unix time in milliseconds, at the beginning of a stream. */
export const TIME_EVENT = 'time';

/** Whether `version` includes a change that `known` does not. An invalid version includes none. */
export function isNewerVersion(version: string, known: string): boolean {
  const [tenant, menu] = numbersOf(version);
  const [knownTenant, knownMenu] = numbersOf(known);
  return tenant > knownTenant || menu > knownMenu;
}

function numbersOf(version: string): [tenant: number, menu: number] {
  const [, tenant, menu] = /^(\d+)\.(\d+)$/.exec(version) ?? [];
  return tenant && menu ? [Number(tenant), Number(menu)] : [-1, -1];
}
