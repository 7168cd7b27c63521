import { EXPORTED_TABLES } from '@tavola/contracts/export.ts';
import { namesOf } from '@tavola/contracts/field-list.ts';
import { ALLERGENS, type AllergenState, stateOf } from '@tavola/contracts/rules/allergens.ts';
import type { z } from 'zod';
import { allRows, type Restaurant } from './restaurant.ts';

type Row = Readonly<Record<string, unknown>>;

/** One table of an export; only its listed columns are exported. */
export interface Table {
  /** File name without extension. */
  name: string;
  /** A description for readers. */
  what: string;
  columns: readonly string[];
  /** Its rows; can be read once. */
  pages: AsyncIterable<readonly Row[]>;
}

/** The file with the codes' logo, if they have one. */
export const LOGO_FILE = 'qr-logo.png';

/**
 * All data as tables, to be read in this order: next to each id that refers to another row is that row's name, which is known once
 * that row was read.
 */
export function tablesOf({ tenant, style, pages }: Restaurant): Table[] {
  const { auth, menu, media } = EXPORTED_TABLES;
  const categories = new Map<number, string>();
  const people = new Map<string, string>();
  const items = new Map<number, string>();
  const codes = new Map<string, string>();
  return [
    {
      name: 'restaurant',
      what: 'Your profile and branding.',
      columns: namesOf(auth.tenant),
      pages: one(tenant),
    },
    {
      name: 'menu-addresses',
      what: 'The last part of each address of your menu, including earlier ones.',
      columns: ['slug', 'isCurrent'],
      pages: slugs(),
    },
    {
      name: 'users',
      what: 'Who can sign in to your restaurant, and since when.',
      columns: namesOf(auth.users),
      pages: noting(people, pages('auth', 'users')),
    },
    {
      name: 'invitations',
      what: 'Open invitations to your team.',
      columns: namesOf(auth.invitations),
      pages: pages('auth', 'invitations'),
    },
    {
      name: 'kitchen-devices',
      what: 'The tablets in your kitchen that a PIN opens.',
      columns: namesOf(auth.kitchenDevices),
      pages: pages('auth', 'kitchenDevices'),
    },
    {
      name: 'categories',
      what: 'Your categories, in the order of your menu.',
      columns: shownOf(menu.categories),
      pages: noting(categories, inMenuOrder(pages('menu', 'categories'))),
    },
    {
      name: 'items',
      what: 'Your menu items, in the order of your menu. Prices are numbers such as 12.5, in US dollars unless restaurant.csv names a currency.',
      columns: shownOf(menu.items).flatMap((name) => (name === 'categoryId' ? [name, 'category'] : [name])),
      pages: mapped(noting(items, inMenuOrder(pages('menu', 'items'))), (item) => ({
        ...item,
        category: item.categoryId === null ? null : (categories.get(item.categoryId) ?? null),
      })),
    },
    {
      name: 'dayparts',
      what: 'Your menu times: when some items are served or cost less. Times are minutes from midnight, by weekday from Monday.',
      columns: shownOf(menu.dayparts),
      pages: inMenuOrder(pages('menu', 'dayparts')),
    },
    {
      name: 'option-groups',
      what: 'Your option groups, with their options as JSON. Items name them by id. The price of an option is what it adds.',
      columns: shownOf(menu.optionGroups),
      pages: inMenuOrder(pages('menu', 'optionGroups')),
    },
    {
      name: 'menu-history',
      what: 'What was changed on your menu in the last 400 days: the changed fields before and after, as JSON.',
      columns: ['at', 'by', 'act', 'kind', 'targetId', 'name', 'before', 'after', 'version'],
      pages: mapped(pages('menu', 'changes'), (change) => ({
        ...change,
        before: asJson(change.before),
        after: asJson(change.after),
      })),
    },
    {
      name: 'allergen-declarations',
      what: 'What was declared of the allergens of items and options, when and by whom; the last one of each counts. Who has left has no name.',
      columns: [
        'at',
        'by',
        'byName',
        'kind',
        'targetId',
        'name',
        'contains',
        'mayContain',
        'freeFrom',
        'kinds',
        'version',
      ],
      pages: mapped(pages('menu', 'declarations'), ({ states, kinds = [], ...declaration }) => ({
        ...declaration,
        byName: people.get(declaration.by ?? '') ?? null,
        contains: allergensIn(states, 'c'),
        mayContain: allergensIn(states, 'm'),
        freeFrom: allergensIn(states, 'f'),
        kinds: kinds.join(', '),
      })),
    },
    {
      name: 'qr-codes',
      what: 'Your QR codes and what they say. Retired codes still open your menu.',
      columns: ['id', 'name', 'link', 'isMain', 'createdAt', 'retiredAt'],
      pages: noting(codes, pages('qr', 'codes')),
    },
    {
      name: 'qr-style',
      what: `How your QR codes look. The logo, if there is one, is ${LOGO_FILE}.`,
      columns: ['foreground', 'background', 'caption', 'logo'],
      pages: one({ ...style, logo: style.logo && LOGO_FILE }),
    },
    {
      name: 'pictures',
      what: "The pictures that you uploaded. Each url is the last part of the address of your menu's site.",
      columns: namesOf(media.pictures),
      pages: pages('media', 'pictures'),
    },
    {
      name: 'visits-by-quarter-hour',
      what: 'Visits in each 15 minutes, by start time; of months that ended over 13 months ago in all, at noon UTC of the first day. Visitors are counted once a day, on their first visit.',
      columns: ['quarter', 'views', 'viewSeconds', 'scans', 'visitors'],
      pages: pages('analytics', 'quarters'),
    },
    {
      name: 'visits-by-code',
      what: 'Visits from each QR code per day, in your time zone; of months that ended over 13 months ago in all, on the first day.',
      columns: ['day', 'codeId', 'code', 'views', 'scans'],
      pages: mapped(pages('analytics', 'codes'), (row) => ({ ...row, code: codes.get(row.codeId) ?? null })),
    },
    {
      name: 'visits-by-item',
      what: 'Visits per day in which an item was seen or opened; of months that ended over 13 months ago in all, on the first day. Deleted items have no name.',
      columns: ['day', 'itemId', 'item', 'seen', 'opened'],
      pages: mapped(pages('analytics', 'items'), (row) => ({ ...row, item: items.get(row.itemId) ?? null })),
    },
  ];

  /** The current one first. */
  async function* slugs() {
    yield [{ slug: tenant.slug, isCurrent: true }];
    for await (const rows of pages('auth', 'slugs')) {
      yield rows.filter(({ slug }) => slug !== tenant.slug).map(({ slug }) => ({ slug, isCurrent: false }));
    }
  }
}

/** The fields of `schema` but for the place in the menu, which the order of the rows shows. */
const shownOf = (schema: z.ZodObject) => namesOf(schema).filter((name) => name !== 'position');

const allergensIn = (states: string, state: AllergenState) =>
  ALLERGENS.filter((one) => stateOf(states, one) === state).join(', ');

const asJson = (fields: object | null) => fields && JSON.stringify(fields);

async function* one(row: Row) {
  yield [row];
}

async function* mapped<From, To>(pages: AsyncIterable<readonly From[]>, map: (row: From) => To) {
  for await (const rows of pages) yield rows.map(map);
}

/** `pages`, of which the names are noted by id. */
async function* noting<Named extends { id: unknown; name: string }>(
  names: Map<Named['id'], string>,
  pages: AsyncIterable<readonly Named[]>,
) {
  for await (const rows of pages) {
    for (const { id, name } of rows) names.set(id, name);
    yield rows;
  }
}

/** All rows of a list of the menu in one page, which the quotas of a menu bound. */
async function* inMenuOrder<Placed extends { id: number; position: number }>(pages: AsyncIterable<readonly Placed[]>) {
  const rows = await allRows(pages);
  yield rows.sort((row, other) => row.position - other.position || row.id - other.id);
}
