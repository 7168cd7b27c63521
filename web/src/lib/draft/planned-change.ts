import type { DraftInput } from '@tavola/contracts/drafts.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { MenuItem, MenuItemChange } from '@tavola/contracts/menu.ts';
import { offersLeft } from '@tavola/contracts/rules/choices.ts';

/** What a draft would do to a dish on the menu. */
export interface PlannedChange {
  item: MenuItem;
  /** The fields that it would get; null: it would be deleted. */
  fields: MenuItemChange | null;
  /** Why that can't be done, for the owner. */
  problem?: string;
  /** What of a change that can be done is left out, for the owner. */
  note?: string;
}

/** `fields` with the offers that are left of `item`, where some go with the sizes that go: the server does the same. */
export function withOffersLeft({ offers }: MenuItem, fields: MenuItemChange): MenuItemChange {
  if (fields.variants === undefined || fields.offers !== undefined || !offers) return fields;
  const left = offersLeft(offers, fields.variants);
  return left.length === offers.length ? fields : { ...fields, offers: left };
}

/** The request that makes `changes`, if the dishes are still as they were read. Those with a problem stay out. */
export function draftOfChanges(changes: readonly PlannedChange[]): DraftInput {
  const possible = changes.filter(({ problem }) => problem === undefined);
  return {
    changes: possible.flatMap(({ item, fields }) =>
      fields === null ? [] : [{ item: item.id, etag: entityTag(item), fields }],
    ),
    removals: possible.flatMap(({ item, fields }) =>
      fields === null ? [{ item: item.id, etag: entityTag(item) }] : [],
    ),
  };
}
