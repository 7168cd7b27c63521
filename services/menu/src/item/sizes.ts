import type { FieldError } from '@tavola/contracts/errors.ts';
import type { MenuItem, MenuItemChange } from '@tavola/contracts/menu.ts';
import { offersLeft } from '@tavola/contracts/rules/choices.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Prisma } from '../generated/client.ts';
import { toStoredChoices } from '../menu/choices.ts';

// A dish has a price or sizes, never both: with sizes, its price is the lowest of theirs.

type Sized = Pick<MenuItemChange, 'price' | 'variants' | 'offers' | 'isAvailable' | 'soldOutUntil'>;
type Offers = NonNullable<MenuItem['offers']>;

const HAS_SIZES = 'This dish has sizes. Change their prices instead.';
const NEEDS_SIZE = 'An offer of a dish with sizes must name one of them.';
const NO_SIZES = 'This dish has no sizes that an offer could name.';

/** A change of a dish, or a new one without `before`; `path` is where the request has it. */
interface SizedChange<Change extends Sized> {
  before?: Pick<MenuItem, 'variants' | 'offers' | 'isAvailable'> | undefined;
  change: Change;
  path?: string;
}

/**
 * `changes` with what follows from them: new sizes get ids, the price is that of the cheapest size, and an offer goes with the price that
 * it lowers. A dish of which no size was left is sold out without them, unless the change says otherwise. The sizes of a new dish have ids of the request's own where its offers name them.
 * @throws Problem `validation-failed` that names the field: the price of a dish with sizes, a size that there is not, an offer that
 * names no size of a dish with sizes.
 */
export async function withSizes<Change extends Sized>(
  tx: Prisma.TransactionClient,
  changes: readonly SizedChange<Change>[],
): Promise<Change[]> {
  const named = changes.flatMap(({ before, change: { variants, offers }, path }, at) => {
    if (!variants) return [];
    const hasOwnIds = !before && offers?.some(({ variant }) => variant !== undefined);
    const given = hasOwnIds ? withoutIds(variants) : variants;
    return [{ at, field: fieldAt(path, 'variants'), given, before: before?.variants ?? [] }];
  });
  const stored = await toStoredChoices(tx, named);
  const byChange = new Map(named.map(({ at }, index) => [at, stored[index]]));
  return changes.map(({ before, change, path }, at) => {
    const given = byChange.get(at);
    const sizes = change.variants === undefined ? before?.variants : given;
    if (!given && sizes && change.price !== undefined) throw refused(fieldAt(path, 'price'), HAS_SIZES);
    const asked = before ? change.offers : withStoredSizes(change, given);
    const offers = offersOf(asked ?? undefined, sizes);
    const wrong = offers.find(({ error }) => error);
    if (wrong?.error) throw refused(fieldAt(path, wrong.error.field), wrong.error.message);
    return {
      ...change,
      ...(given && { variants: given, price: lowestPrice(given) }),
      ...(asked && { offers: asked }),
      ...(change.variants !== undefined && change.offers === undefined && keptOffers(before?.offers, sizes)),
      ...(change.variants === null && change.isAvailable === undefined && before && soldOutWithoutSizes(before)),
    };
  });
}

type GivenSizes = NonNullable<MenuItemChange['variants']>;

const withoutIds = (sizes: GivenSizes): GivenSizes => sizes.map(({ id: _own, ...size }) => size);

/** The offers of a new dish, whose sizes are `stored` in their order. */
function withStoredSizes({ variants, offers }: Sized, stored: readonly { id: number }[] | undefined): Sized['offers'] {
  const ids = new Map(variants?.map(({ id }, at) => [id, stored?.[at]?.id]));
  return offers?.map(({ variant, ...offer }) => {
    return { ...offer, ...(variant !== undefined && { variant: ids.get(variant) ?? variant }) };
  });
}

/** What contradicts in the fields of a dish: its price is that of its cheapest size, and offers name the size that they lower. */
export const contradictsSizes = ({
  price,
  variants,
  offers,
}: Pick<MenuItem, 'price' | 'variants' | 'offers'>): boolean =>
  (variants !== undefined && price !== lowestPrice(variants)) || offersOf(offers, variants).some(({ error }) => error);

const lowestPrice = (sizes: readonly { price: number }[]): number => Math.min(...sizes.map(({ price }) => price));

/** Offers of a dish with `sizes`, or of one without; each with what is wrong with it. */
function offersOf(
  offers: Offers | undefined,
  sizes: MenuItem['variants'],
): { offer: Offers[number]; error?: FieldError | undefined }[] {
  const ids = new Set(sizes?.map(({ id }) => id));
  return (offers ?? []).map((offer, at) => {
    const isRight = sizes ? ids.has(offer.variant as number) : offer.variant === undefined;
    if (isRight) return { offer };
    return { offer, error: { field: `offers.${at}.variant`, message: sizes ? NEEDS_SIZE : NO_SIZES } };
  });
}

/** The offers of a dish that has other sizes now, or none, if they are others. */
function keptOffers(before: Offers | undefined, sizes: MenuItem['variants']): Pick<MenuItemChange, 'offers'> {
  const kept = offersLeft(before ?? [], sizes);
  if (kept.length === (before ?? []).length) return {};
  return { offers: kept.length > 0 ? kept : null };
}

/** The availability of a dish that has one price again: sold out if all its sizes were, until the first of them would have been back. */
function soldOutWithoutSizes({ isAvailable, variants = [] }: Pick<MenuItem, 'isAvailable' | 'variants'>) {
  if (!isAvailable || variants.length === 0 || variants.some((size) => size.isAvailable)) return {};
  const [first = null] = variants.flatMap(({ soldOutUntil }) => soldOutUntil ?? []).sort();
  return { isAvailable: false, soldOutUntil: first };
}

const fieldAt = (path: string | undefined, field: string): string => (path === undefined ? field : `${path}.${field}`);

const refused = (field: string, message: string): Problem =>
  new Problem('validation-failed', message, { errors: [{ field, message }] });
