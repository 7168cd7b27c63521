import { type InternalTenant, internalTenant, tenant } from '@tavola/contracts/auth.ts';
import {
  category,
  type InternalMenu,
  internalMenu,
  menuItem,
  newCategory,
  newMenuItem,
} from '@tavola/contracts/menu.ts';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { limitConcurrency } from '@tavola/service-kit/runtime/limit-concurrency.ts';
import { z } from 'zod';
import { type CachedMenu, inCoding } from './cached-menu.ts';

/** Reads menus from those who own the facts. */
export interface MenuOrigin {
  /**
   * The menu at `slug`, where it is now if it has moved, or null where no restaurant has or had that slug. Where `expected` is the restaurant that had it, both
   * owners are asked side by side. `onOwner` hears whose menu it is before the menu is there.
   * @throws Problem `unavailable` when auth or menu does not answer.
   */
  read(
    slug: string,
    expected: string | undefined,
    onOwner: (tenantId: string) => void,
  ): Promise<CachedMenu | MovedMenu | null>;
}

/** A restaurant's former slug. */
export interface MovedMenu {
  movedTo: string;
}

// What auth and menu answer, either of which may be of another release.
const restaurant = tolerant(internalTenant);
const wholeMenu = internalMenu.extend({
  categories: z.array(tolerant(category, newCategory)),
  items: z.array(tolerant(menuItem, newMenuItem)),
});

/** How many menus are read at once, at most: a cold start must not take all of the owners' database connections. */
const AT_ONCE = 24;

/** How long a reading waits for its turn, in milliseconds. */
const TURN_MS = 2_000;

/** An origin that asks auth for the restaurant and menu for what it serves. */
export function menuOrigin(auth: ServiceClient, menu: ServiceClient): MenuOrigin {
  const readDishes = (tenantId: string) => menu.get(`/internal/menus/${tenantId}`, wholeMenu);
  const taken = limitConcurrency({
    atOnce: AT_ONCE,
    waitMs: TURN_MS,
    refusal: 'Too many menus are being read right now. Please try again.',
  });
  return {
    read: (slug, expected, onOwner) =>
      taken(async () => {
        const dishesOfExpected = expected === undefined ? undefined : readDishes(expected);
        // Whether they come matters only where the restaurant is the expected one.
        dishesOfExpected?.catch(() => {});
        const owner = await auth.find(`/internal/tenants/by-slug/${encodeURIComponent(slug)}`, restaurant);
        if (!owner) return null;
        onOwner(owner.id);
        if (owner.slug !== slug) return owner.isActive ? { movedTo: owner.slug } : null;
        const dishes = await (dishesOfExpected && owner.id === expected ? dishesOfExpected : readDishes(owner.id));
        return {
          slug,
          tenantId: owner.id,
          versions: { tenant: owner.version, menu: dishes.version },
          at: Date.now(),
          gzip: owner.isActive ? inCoding(escaped(JSON.stringify(compose(owner, dishes))), 'gzip') : null,
          made: new Map(),
        };
      }),
  };
}

/** What a diner sees of a restaurant and its menu: nothing of inactive categories. */
export function compose(owner: InternalTenant, dishes: InternalMenu): PublicMenu {
  const categories = dishes.categories.filter((category) => category.isActive);
  const shown = new Set<number | null>([null, ...categories.map((category) => category.id)]);
  return {
    tenant: tenant.parse(owner),
    categories,
    items: dishes.items.filter((item) => shown.has(item.categoryId)),
  };
}

/** JSON that can stand inside of a script element: the same value, without what could end the element. */
export const escaped = (json: string): string => json.replaceAll('<', '\\u003c');
