import { authExport, mediaExport, menuExport } from '@tavola/contracts/export.ts';
import { namesOf } from '@tavola/contracts/field-list.ts';
import type { Everything } from './gather.ts';

/** One table of an export; only its listed columns are exported. */
export interface Table {
  /** File name without extension. */
  name: string;
  /** A description for readers. */
  what: string;
  columns: readonly string[];
  rows: readonly Readonly<Record<string, unknown>>[];
}

/** The file with the codes' logo, if they have one. */
export const LOGO_FILE = 'qr-logo.png';

/** All data as tables. Next to each id that refers to another row is that row's name. */
export function tablesOf({ auth, menu, qr, media, analytics }: Everything): Table[] {
  const categories = titlesOf(menu.categories);
  const items = titlesOf(menu.items);
  const codes = titlesOf(qr.codes);
  return [
    {
      name: 'restaurant',
      what: 'Your profile and branding.',
      columns: namesOf(authExport.shape.tenant),
      rows: [auth.tenant],
    },
    {
      name: 'menu-addresses',
      what: 'The last part of each address of your menu, including earlier ones.',
      columns: ['slug', 'isCurrent'],
      rows: auth.slugs.map((slug) => ({ slug, isCurrent: slug === auth.tenant.slug })),
    },
    {
      name: 'users',
      what: 'Who can sign in to your restaurant, and since when.',
      columns: namesOf(authExport.shape.users.element),
      rows: auth.users,
    },
    {
      name: 'categories',
      what: 'Your categories, in the order of your menu.',
      columns: namesOf(menuExport.shape.categories.element),
      rows: menu.categories,
    },
    {
      name: 'items',
      what: 'Your menu items, in the order of your menu. Prices are numbers such as 12.5, in US dollars unless restaurant.csv names a currency.',
      columns: namesOf(menuExport.shape.items.element).flatMap((name) =>
        name === 'categoryId' ? [name, 'category'] : [name],
      ),
      rows: menu.items.map((item) => ({
        ...item,
        category: item.categoryId === null ? null : (categories.get(item.categoryId) ?? null),
      })),
    },
    {
      name: 'dayparts',
      what: 'Your dayparts: when some items are served or cost less. Times are minutes from midnight, by weekday from Monday.',
      columns: namesOf(menuExport.shape.dayparts.element),
      rows: menu.dayparts,
    },
    {
      name: 'menu-history',
      what: 'What was changed on your menu in the last 400 days: the changed fields before and after, as JSON.',
      columns: ['at', 'by', 'act', 'kind', 'targetId', 'name', 'before', 'after', 'version'],
      rows: menu.changes.map((change) => ({ ...change, before: asJson(change.before), after: asJson(change.after) })),
    },
    {
      name: 'qr-codes',
      what: 'Your QR codes and what they say. Retired codes still open your menu.',
      columns: ['id', 'name', 'link', 'isMain', 'createdAt', 'retiredAt'],
      rows: qr.codes,
    },
    {
      name: 'qr-style',
      what: `How your QR codes look. The logo, if there is one, is ${LOGO_FILE}.`,
      columns: ['foreground', 'background', 'caption', 'logo'],
      rows: [{ ...qr.style, logo: qr.style.logo && LOGO_FILE }],
    },
    {
      name: 'pictures',
      what: "The pictures that you uploaded. Each url is the last part of the address of your menu's site.",
      columns: namesOf(mediaExport.shape.pictures.element),
      rows: media.pictures,
    },
    {
      name: 'visits-by-quarter-hour',
      what: 'Visits in each 15 minutes, by start time; of months that ended over 13 months ago in all, at noon UTC of the first day. Visitors are counted once a day, on their first visit.',
      columns: ['quarter', 'views', 'viewSeconds', 'scans', 'visitors'],
      rows: analytics.quarters,
    },
    {
      name: 'visits-by-code',
      what: 'Visits from each QR code per day, in your time zone; of months that ended over 13 months ago in all, on the first day.',
      columns: ['day', 'codeId', 'code', 'views', 'scans'],
      rows: analytics.codes.map((row) => ({ ...row, code: codes.get(row.codeId) ?? null })),
    },
    {
      name: 'visits-by-item',
      what: 'Visits per day in which an item was seen or opened; of months that ended over 13 months ago in all, on the first day. Deleted items have no name.',
      columns: ['day', 'itemId', 'item', 'seen', 'opened'],
      rows: analytics.items.map((row) => ({ ...row, item: items.get(row.itemId) ?? null })),
    },
  ];
}

const asJson = (fields: object | null) => fields && JSON.stringify(fields);

const titlesOf = <Id>(named: readonly { id: Id; name: string }[]): ReadonlyMap<Id, string> =>
  new Map(named.map(({ id, name }) => [id, name]));
