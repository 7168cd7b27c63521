import { z } from 'zod';
import { declaredAllergens } from './allergens.ts';
import { tenant, user } from './auth.ts';
import { optionGroup } from './choices.ts';
import { daypart } from './dayparts.ts';
import { menuChange } from './history.ts';
import { storedTexts } from './languages.ts';
import { category, menuItem } from './menu.ts';
import { picture } from './pictures.ts';
import { code, codeStyle } from './qr.ts';
import { invitation, kitchenDevice } from './team.ts';

// GET /internal/tenants/{tenantId}/export?table={table}&after={cursor}: a page of a table that a service exports of one restaurant
// for its owner. Pages are in an order that never changes, so that a row that was there before the first page and still is after
// the last one is on exactly one of them.

const since = { createdAt: z.iso.datetime() };
/** With its translations, by language and field, if there are any. */
const kept = { ...since, updatedAt: z.iso.datetime(), texts: storedTexts.optional() };
/** Its place in the order of the menu; rows with the same place are in the order of their ids. */
const placed = { ...kept, position: z.int() };

/** The tables that each service exports, with the schemas of their rows. */
export const EXPORTED_TABLES = {
  auth: {
    /** The restaurant; no row if there is none. */
    tenant: tenant.extend(kept),
    /** All its slugs, also former ones. */
    slugs: z.object({ slug: z.string() }),
    /** Oldest first. */
    users: user.omit({ tenantId: true }).extend({
      /** Missing in what the release before sends. */
      mayDeclare: z.boolean().optional(),
      ...since,
    }),
    /** The open ones. */
    invitations: invitation,
    /** Those in use. */
    kitchenDevices: kitchenDevice,
  },
  menu: {
    categories: category.extend(placed),
    items: menuItem.extend(placed),
    dayparts: daypart.extend(placed),
    optionGroups: optionGroup.extend(placed),
    /** Oldest first. */
    changes: menuChange.omit({ items: true, isDeclaration: true, undoneAt: true }),
    /** What was declared of allergens. Oldest first. */
    declarations: declaredAllergens.omit({ basis: true }).extend({
      id: z.int(),
      version: z.int(),
      kind: z.enum(['item', 'option']),
      targetId: z.int(),
      /** What the item or option was called then. */
      name: z.string(),
    }),
  },
  qr: {
    /** With their links, the main one first, including retired ones. */
    codes: code.extend({ link: z.url() }),
    /** One row. */
    style: codeStyle,
  },
  media: {
    /** Oldest first, by their addresses. */
    pictures: picture.extend({ bytes: z.int(), createdAt: z.iso.datetime() }),
  },
  /**
   * The counts as stored, oldest first. `quarter` is the start of a quarter of an hour, in UTC; `day` is in the restaurant's time
   * zone. Months that ended over 13 months ago are added up, at noon UTC of their first day and on that day.
   */
  analytics: {
    quarters: z.object({
      quarter: z.iso.datetime(),
      views: z.int(),
      viewSeconds: z.int(),
      scans: z.int(),
      visitors: z.int(),
    }),
    codes: z.object({ day: z.iso.date(), codeId: z.string(), views: z.int(), scans: z.int() }),
    items: z.object({ day: z.iso.date(), itemId: z.int(), seen: z.int(), opened: z.int() }),
  },
} satisfies Readonly<Record<string, Readonly<Record<string, z.ZodObject>>>>;

/** A service that holds data of restaurants. */
export type DataOwner = keyof typeof EXPORTED_TABLES;
/** The services that hold data of restaurants. */
export const DATA_OWNERS = Object.keys(EXPORTED_TABLES) as readonly DataOwner[];
export type ExportedTable<Owner extends DataOwner> = keyof (typeof EXPORTED_TABLES)[Owner] & string;
/** A row of a table that `Owner` exports. */
export type ExportedRow<Owner extends DataOwner, Table extends ExportedTable<Owner>> =
  (typeof EXPORTED_TABLES)[Owner][Table] extends z.ZodType<infer Row> ? Row : never;

/** A page of rows. `next` is the `after` of the next page, null on the last one. */
export const exportPage = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.string().nullable() });

/** The export of all of a restaurant's data. `none` if it was never asked for, or has expired. */
export const dataExport = z.object({
  state: z.enum(['none', 'waiting', 'working', 'done', 'failed']),
  /** How much of it is made, in percent. */
  progress: z.int().min(0).max(100),
  /** The reason for a failure, shown to the user. */
  reason: z.string().optional(),
  /** The file, once it is done. */
  file: z.object({ name: z.string(), bytes: z.int(), expiresAt: z.iso.datetime() }).optional(),
});
export type DataExport = z.infer<typeof dataExport>;
