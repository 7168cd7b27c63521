// What public-menu and the diners' page agree on beside the menu itself. No zod here: phones load this file.

/**
 * The header of a menu's answers that says how new it is: `<tenant's version>.<menu's version>`. Both only grow, and each
 * write raises one of them.
 */
export const MENU_VERSION_HEADER = 'x-menu-version';

/** The id of the page's `<script type="application/json">` that holds the menu: `{ version, menu }`, `menu` null where there is none. */
export const MENU_DATA_ID = 'menu-data';

/** The name of the event that tells an open page of a newer menu; its data and its id are the new version. */
export const MENU_EVENT = 'menu';

/** Whether `version` holds something that `known` does not; what is not a version holds nothing. */
export function isNewerVersion(version: string, known: string): boolean {
  const [tenant, menu] = numbersOf(version);
  const [knownTenant, knownMenu] = numbersOf(known);
  return tenant > knownTenant || menu > knownMenu;
}

function numbersOf(version: string): [tenant: number, menu: number] {
  const [, tenant, menu] = /^(\d+)\.(\d+)$/.exec(version) ?? [];
  return tenant && menu ? [Number(tenant), Number(menu)] : [-1, -1];
}
