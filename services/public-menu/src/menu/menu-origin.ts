import type { DeclaredAllergens } from '@tavola/contracts/allergens.ts';
import { tenant, tenantAtSlug } from '@tavola/contracts/auth.ts';
import type { StoredTexts } from '@tavola/contracts/languages.ts';
import {
  type InternalMenu,
  internalCategory,
  internalDaypart,
  internalItem,
  internalMenu,
  internalOptionGroup,
  newCategory,
  newMenuItem,
} from '@tavola/contracts/menu.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { internalMenuOperations } from '@tavola/contracts/operations/internal/menu.ts';
import { mayBeCalled, NOTHING_DECLARED } from '@tavola/contracts/rules/allergens.ts';
import { isAmerican } from '@tavola/contracts/rules/american.ts';
import { choiceField } from '@tavola/contracts/rules/choices.ts';
import { shownAllergens } from '@tavola/contracts/rules/declared-allergens.ts';
import { OFFERED_FROM } from '@tavola/contracts/rules/languages.ts';
import { sentPattern } from '@tavola/contracts/rules/money-pattern.ts';
import { itemsAt, optionGroupsAt, turnsOf } from '@tavola/contracts/rules/turns.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { busy, fairQueue } from '@tavola/service-kit/runtime/fair-queue.ts';
import { mapInSlices } from '@tavola/service-kit/runtime/slices.ts';
import pTimeout from 'p-timeout';
import { z } from 'zod';
import type { CachedMenu } from './cached-menu.ts';
import { decode, encode } from './codings.ts';
import { NO_FINGERPRINT, OWN_FINGERPRINTS } from './fingerprints.ts';
import { type MasterMenu, type Owner, ownerOf, pickTexts, rightTexts } from './master-menu.ts';
import { menuJson, tenantIn } from './menu-json.ts';
import { phoneCalls } from './phone-calls.ts';

/** What is known of a slug before it is read. */
export interface Known {
  /** The restaurant last known there. Its dishes are read at the same time as the restaurant. */
  tenantId: string | undefined;
  /** The last good copy. */
  copy: CachedMenu | undefined;
  /** Whether the copy's restaurant is known to be unchanged. */
  isRestaurantCurrent: boolean;
}

/** What auth and menu answered about a slug. */
export interface OriginReading {
  /** The menu; null if no restaurant has the slug. */
  menu: CachedMenu | null;
  /** The menu's new slug, if it has moved. */
  movedTo?: string;
  /** Whether auth did not answer, so that the restaurant is the last good copy's, which may be outdated. */
  isRestaurantOld?: boolean;
}

/** Reads menus from auth and menu, the services that own the data. */
export interface MenuOrigin {
  /**
   * Reads the menu at `slug`. The dishes are always read. The restaurant comes from the copy if that is known to be
   * current, or if auth does not answer. `onOwner` gets the restaurant's id before the dishes are there.
   * @throws Problem `unavailable` when menu does not answer, or when auth does not and there is no copy.
   */
  read(slug: string, known: Known, onOwner: (tenantId: string) => void): Promise<OriginReading>;
}

// Responses of auth and menu, either of which may run another release.
const restaurant = tolerant(tenantAtSlug);
const items = z.array(tolerant(internalItem, newMenuItem));
const wholeMenu = internalMenu.extend({
  categories: z.array(tolerant(internalCategory, newCategory)),
  items: z.array(z.unknown()).transform((rows) => mapInSlices(rows, (slice) => items.parse(slice))),
  // Missing in what the release before sends.
  dayparts: z.array(tolerant(internalDaypart)).default([]),
  optionGroups: z.array(tolerant(internalOptionGroup)).default([]),
});

/** Maximum concurrent reads from each service: a cold start must not use up its database connections. */
const AT_ONCE = 24;

/** How long a read waits in the queue, in milliseconds. */
const TURN_MS = 2_000;

/**
 * How long a request that has a last good copy waits for a service, in milliseconds, once that has failed. Before that
 * it waits for the full timeout.
 */
export const AWAY_PATIENCE_MS = 150;

const HURRIED = {
  milliseconds: AWAY_PATIENCE_MS,
  fallback: () => {
    throw new Problem('unavailable', "The restaurant couldn't be loaded. Please try again in a moment.");
  },
};

/** How many days of turns are known of a menu: more than it is served for, be it as a last good copy. */
const TURN_DAYS = 2;

/** How a menu's JSON is compressed and read again. */
interface Codec {
  pack(text: string): Buffer | Promise<Buffer>;
  unpack(gzip: Buffer): Buffer | Promise<Buffer>;
}

const GZIP: Codec = {
  pack: (text) => encode(Buffer.from(text), 'gzip'),
  unpack: (gzip) => decode(gzip, 'gzip'),
};

/** An origin that reads the restaurant from auth and its dishes from menu. */
export function menuOrigin(auth: ServiceClient<'auth'>, menu: ServiceClient<'menu'>, codec: Codec = GZIP): MenuOrigin {
  // One queue for each: while auth hangs, dishes are read all the same.
  const [authReads, menuReads] = [reads(), reads()];
  /** Whether auth's last answer was a failure. */
  let isAuthAway = false;

  const readDishes = (tenantId: string) =>
    menuReads.run({}, () =>
      menu.call(internalMenuOperations.getMenu, { params: { tenantId }, answerSchema: wholeMenu }),
    );
  const readRestaurant = async (slug: string) => {
    try {
      const found = await authReads.run({}, () =>
        auth.find(internalAuthOperations.getTenantAtSlug, { params: { slug }, answerSchema: restaurant }),
      );
      isAuthAway = false;
      return found && ownerOf(found);
    } catch (error) {
      isAuthAway = true;
      throw error;
    }
  };

  /** The restaurant in `copy`, with the time at which it was read; undefined if there is none that can be read. */
  const restaurantOf = async (copy: CachedMenu | undefined): Promise<(Owner & { at: number }) | undefined> => {
    if (!copy?.gzip) return undefined;
    try {
      const { texts, ...last } = tenantIn(await codec.unpack(copy.gzip));
      const owner: Owner = ownerOf(
        restaurant.parse({
          ...last,
          version: copy.versions.tenant,
          shape: copy.fingerprints.tenant,
          isListed: copy.isListed,
        }),
      );
      return { ...owner, ...(texts && { texts }), at: copy.restaurantAt };
    } catch {
      return undefined;
    }
  };

  const composed = async (
    slug: string,
    owner: Owner,
    dishes: InternalMenu,
    restaurantAt = Date.now(),
  ): Promise<CachedMenu> => {
    const at = Date.now();
    const master = await compose(owner, dishes, at);
    const turns = turnsOf(master, at, TURN_DAYS);
    return {
      slug,
      tenantId: owner.id,
      versions: { tenant: owner.version, menu: dishes.version },
      at,
      restaurantAt,
      fingerprints: { tenant: owner.shape ?? NO_FINGERPRINT, menu: dishes.shape ?? NO_FINGERPRINT },
      isListed: owner.isListed ?? true,
      gzip: await codec.pack(await menuJson(master)),
      offered: owner.languages?.others.length ? (master.language?.offered ?? []) : [],
      turns,
      made: new Map(),
    };
  };

  const closed = (slug: string, owner: Owner, copy: CachedMenu | undefined): CachedMenu => {
    const at = Date.now();
    const last = copy?.tenantId === owner.id ? copy : undefined;
    return {
      slug,
      tenantId: owner.id,
      versions: { tenant: owner.version, menu: last?.versions.menu ?? 0 },
      at,
      restaurantAt: at,
      fingerprints: { tenant: owner.shape ?? NO_FINGERPRINT, menu: last?.fingerprints.menu ?? OWN_FINGERPRINTS.menu },
      isListed: owner.isListed ?? true,
      gzip: null,
      offered: [],
      turns: [],
      made: new Map(),
    };
  };

  return {
    async read(slug, { tenantId: expected, copy, isRestaurantCurrent }, onOwner) {
      const begun = expected === undefined ? undefined : readDishes(expected);
      // A failure matters only if the restaurant is the expected one.
      begun?.catch(() => {});
      const dishesOf = (tenantId: string) => (begun && tenantId === expected ? begun : readDishes(tenantId));

      const known = isRestaurantCurrent ? await restaurantOf(copy) : undefined;
      if (known) {
        onOwner(known.id);
        return { menu: await composed(slug, known, await dishesOf(known.id), known.at) };
      }
      let owner: Owner | null;
      try {
        const answer = readRestaurant(slug);
        owner = await (copy && isAuthAway ? pTimeout(answer, HURRIED) : answer);
      } catch (error) {
        const last = await restaurantOf(copy);
        if (!last) throw error;
        return { menu: await composed(slug, last, await dishesOf(last.id), last.at), isRestaurantOld: true };
      }
      if (!owner) return { menu: null };
      onOwner(owner.id);
      if (owner.slug !== slug) return owner.isActive ? { menu: null, movedTo: owner.slug } : { menu: null };
      // Nobody needs the dishes, and menu may be away.
      if (!owner.isActive) return { menu: closed(slug, owner, copy) };
      return { menu: await composed(slug, owner, await dishesOf(owner.id)) };
    },
  };
}

const reads = () =>
  fairQueue({
    atOnce: AT_ONCE,
    waitMs: TURN_MS,
    refuse: busy('Too many menus are being opened right now. Please try again.'),
  });

/**
 * What diners see of a restaurant and its menu, in all languages. Inactive categories are left out with their items, and so are items
 * that are served only in dayparts that are not active. It is as at `at`, in Unix time in milliseconds, outside all dayparts: what was
 * sold out until a moment before is available, as a later turn would not say so.
 */
async function compose(owner: Owner, dishes: InternalMenu, at: number): Promise<MasterMenu> {
  const { base, others = [], always = [] } = owner.languages ?? {};
  const right = <Row extends Translatable>(row: Row) => withRightTexts(row, others);
  const active = dishes.categories.filter((category) => category.isActive);
  const shown = new Set<number | null>([null, ...active.map((category) => category.id)]);
  const categories = active.map(({ dayparts: _own, ...category }) => right(category));
  const times = itemTimes(dishes);
  const toPublic = publicRows(owner.timeZone, dishes.optionGroups);
  const served = await mapInSlices(dishes.items, (slice) =>
    slice.flatMap((item) => (shown.has(item.categoryId) ? times(item) : [])).map((item) => right(toPublic.item(item))),
  );
  const used = new Set(served.flatMap(({ optionGroups: own = [] }) => own));
  const optionGroups = optionGroupsAt(
    dishes.optionGroups.filter(({ id }) => used.has(id)).map((group) => right(toPublic.group(group))),
    at,
  );
  const items = await mapInSlices(served, (slice) => itemsAt({ items: slice, optionGroups }, at, NO_DAYPARTS));
  const named = new Set(
    items.flatMap(({ dayparts: own = [], offers = [] }) => [...own, ...offers.map(({ daypart }) => daypart)]),
  );
  const dayparts = dishes.dayparts
    .filter(({ id }) => named.has(id))
    .map(({ isActive: _active, ...daypart }) => right({ ...daypart, isOn: false }));
  const rows = [...categories, ...items];
  const isOffered = (tag: string) => {
    const named = rows.filter(({ texts }) => texts?.[tag]?.name !== undefined).length;
    return always.includes(tag) || (rows.length > 0 && named >= OFFERED_FROM * rows.length);
  };
  const offered = others.filter(isOffered);
  const some = offered.length < others.length;
  const picked = <Row extends Parameters<typeof pickTexts>[0]>(list: readonly Row[]) =>
    some ? list.map((row) => pickTexts(row, offered)) : [...list];
  const money = sentPattern(base, owner.currency);
  return {
    tenant: {
      ...tenant.parse(owner),
      ...(owner.phone && { calls: phoneCalls(owner.phone, owner.timeZone) }),
      ...(owner.texts && { texts: owner.texts }),
    },
    categories: picked(categories),
    items: picked(items),
    ...(dayparts.length > 0 && { dayparts: picked(dayparts) }),
    ...(optionGroups.length > 0 && { optionGroups: picked(optionGroups) }),
    ...(base !== undefined && { language: { tag: base, base, offered: [base, ...offered] } }),
    ...(money && { money }),
    ...(isAmerican(owner) && items.some(({ energy }) => energy !== undefined) && { saysCalories: true }),
  };
}

const NO_DAYPARTS: ReadonlySet<number> = new Set();

/** Makes dishes and option groups what guests get: with the allergens that may be shown, and the diets that those do not deny. */
function publicRows(timeZone: string, groups: readonly Group[]) {
  const known = new Set(groups.map(({ id }) => id));
  const shown = (declared: DeclaredAllergens | undefined, row: Parameters<typeof shownAllergens>[1]) => {
    const allergens = declared && shownAllergens(declared, row, timeZone);
    // A declaration that says nothing, or nothing any more, is none.
    if (!allergens || allergens.s === NOTHING_DECLARED) return undefined;
    return { allergens: { ...allergens, ...(declared?.kinds && { kinds: declared.kinds }) } };
  };
  return {
    item({ allergens, diet = [], optionGroups: own, ...item }: Item) {
      const optionGroups = own?.filter((id) => known.has(id));
      // Declared of what the owner sees: all groups that it names, be they known or not.
      const declaration = shown(allergens, { ...item, optionGroups: own });
      const diets = diet.filter((one) => mayBeCalled(one, declaration?.allergens.s));
      return {
        ...item,
        ...(diets.length > 0 && { diet: diets }),
        ...(optionGroups?.length && { optionGroups }),
        ...declaration,
      };
    },
    group: ({ options, ...group }: Group) => ({
      ...group,
      options: options.map(({ allergens, ...option }) => ({ ...option, ...shown(allergens, option) })),
    }),
  };
}

/** Gives an item those of its dayparts and offers that are active, or nothing if it is never served. */
function itemTimes({ categories, dayparts }: InternalMenu) {
  const ofCategory = new Map(categories.map(({ id, dayparts: own }) => [id as number | null, own]));
  const isActive = new Map(dayparts.map((daypart) => [daypart.id, daypart.isActive]));
  return ({ dayparts: own, offers, ...item }: Item): Item[] => {
    // Nobody knows a daypart that was deleted.
    const known = (own ?? ofCategory.get(item.categoryId) ?? []).filter((id) => isActive.has(id));
    const active = known.filter((id) => isActive.get(id));
    if (known.length > 0 && active.length === 0) return [];
    const on = offers?.filter(({ daypart }) => isActive.get(daypart));
    return [{ ...item, ...(active.length > 0 && { dayparts: active }), ...(on?.length && { offers: on }) }];
  };
}

type Item = InternalMenu['items'][number];
type Group = InternalMenu['optionGroups'][number];

interface Translatable {
  name: string;
  description?: string | null;
  variants?: readonly Choice[] | undefined;
  options?: readonly Choice[] | undefined;
  texts?: StoredTexts | undefined;
}

interface Choice {
  id: number;
  name: string;
}

/** `row` with those translations into `tags` that are right. */
function withRightTexts<Row extends Translatable>({ texts, ...row }: Row, tags: readonly string[]) {
  const { name, description = null, variants = [], options = [] }: Translatable = row;
  const choices = [
    ...variants.map((one) => [choiceField('variant', one.id), one.name] as const),
    ...options.map((one) => [choiceField('option', one.id), one.name] as const),
  ];
  const right = rightTexts(texts, { name, description, ...Object.fromEntries(choices) }, tags);
  return { ...row, ...(right && { texts: right }) };
}
