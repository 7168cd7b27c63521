import type { WholeMenu } from '../lib/menu-table/columns.ts';

/** The menu of a restaurant that has none yet, to which an import adds. */
export const EMPTY_MENU: WholeMenu = {
  categories: [],
  items: [],
  dayparts: [],
  optionGroups: [],
  translations: [],
  timeZone: 'UTC',
};
