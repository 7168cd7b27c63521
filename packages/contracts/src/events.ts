import { z } from 'zod';
import { codeId } from './analytics.ts';
import { menuAddress } from './auth.ts';
import { id, uuid } from './fields.ts';
import { OPENED_MAX, SEEN_MAX, VIEW_SECONDS_MAX } from './rules/visits.ts';

/** A kind of message between services: its publisher, its subscribers (may be empty) and its payload. */
export interface EventKind<Payload> {
  readonly name: string;
  readonly publisher: string;
  readonly subscribers: readonly string[];
  readonly payload: z.ZodType<Payload>;
}

const change = z.object({ tenantId: uuid, version: z.int() });

/** Other releases send neither `isShown` nor `addresses`. */
const changeOfTenant = change.extend({
  slug: z.string(),
  isShown: z.boolean().optional(),
  addresses: z.array(menuAddress).optional(),
});

/**
 * A tenant signed up, or its profile, branding or status changed; `version` and `slug` are its new ones. `isShown`: guests can
 * read its menu. `addresses`: those that the change made lead elsewhere.
 */
export const tenantChanged: EventKind<z.infer<typeof changeOfTenant>> = {
  name: 'tenant.changed',
  publisher: 'auth',
  subscribers: ['public-menu'],
  payload: changeOfTenant,
};

/** A category or an item of the tenant changed; `version` is the menu's new version. */
export const menuChanged: EventKind<z.infer<typeof change>> = {
  name: 'menu.changed',
  publisher: 'menu',
  subscribers: ['public-menu'],
  payload: change,
};

/** Unix time in milliseconds, up to the year 9999. */
const instant = z
  .int()
  .min(0)
  .max(Date.UTC(9999, 11, 31));

const itemIds = (max: number) => z.array(id('Item')).max(max).optional();

/** A guest, or a guest's network, as analytics hashes it. */
const guestHash = z.string().regex(/^[0-9a-f]{16}$/);

const visit = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('view'),
    tenantId: uuid,
    at: instant,
    seconds: z.int().min(0).max(VIEW_SECONDS_MAX),
    source: codeId.optional(),
    seen: itemIds(SEEN_MAX),
    opened: itemIds(OPENED_MAX),
    visitor: guestHash.optional(),
    network: guestHash.optional(),
  }),
  z.object({ kind: z.literal('scan'), tenantId: uuid, at: instant, codeId }),
]);
/**
 * A diner read a menu (`view`, with the visible seconds) or scanned a code (`scan`). `at` is Unix time in milliseconds,
 * `source` the code that led to the menu. `visitor` is shared by all views of one guest on one day, and by no others;
 * `network` by all guests of one address.
 */
export type Visit = z.infer<typeof visit>;

/** Visits and scans, kept in a stream until analytics has counted them. */
export const visitStream: EventKind<Visit> = {
  name: 'visits',
  publisher: 'qr, analytics',
  subscribers: ['analytics'],
  payload: visit,
};
