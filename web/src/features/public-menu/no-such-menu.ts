import { MENU_DATA_ID } from '@tavola/contracts/menu-page.ts';

// Not imported from the contracts, as in lib/api.ts.
const NOT_FOUND = 'urn:tavola:problem:not-found';

/**
 * Whether a response says that there is no such menu: the API's or the page's own 404. A proxy that lost its way answers with
 * a 404 of its own, which must not take a menu away.
 */
export const saysNoSuchMenu = (status: number, text: string): boolean =>
  status === 404 && (text.includes(NOT_FOUND) || text.includes(`id="${MENU_DATA_ID}"`));
