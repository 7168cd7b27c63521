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
import type { CachedMenu } from './cached-menu.ts';
import { encode } from './codings.ts';
import { escaped } from './escaped.ts';

/** Reads menus from auth and menu, the services that own the data. */
export interface MenuOrigin {
  /**
   * Reads the menu at `slug`. Returns its new slug if it has moved, and null if no restaurant has or had that slug. If
   * `expected`, the restaurant last known at the slug, is given, both services are asked in parallel. `onOwner` gets
   * the restaurant's id before the menu is read.
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

// Responses of auth and menu, either of which may run another release.
const restaurant = tolerant(internalTenant);
const wholeMenu = internalMenu.extend({
  categories: z.array(tolerant(category, newCategory)),
  items: z.array(tolerant(menuItem, newMenuItem)),
});

/** Maximum concurrent reads: a cold start must not use up the owning services' database connections. */
const AT_ONCE = 24;

/** How long a read waits in the queue, in milliseconds. */
const TURN_MS = 2_000;

/** An origin that reads the restaurant from auth and its dishes from menu. `compress` gzips a text. */
export function menuOrigin(
  auth: ServiceClient,
  menu: ServiceClient,
  compress: (text: string) => Buffer | Promise<Buffer> = (text) => encode(Buffer.from(text), 'gzip'),
): MenuOrigin {
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
        // A failure matters only if the restaurant is the expected one.
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
          gzip: owner.isActive ? await compress(escaped(JSON.stringify(compose(owner, dishes)))) : null,
          made: new Map(),
        };
      }),
  };
}

/** What a diner sees of a restaurant and its menu; inactive categories and their items are left out. */
export function compose(owner: InternalTenant, dishes: InternalMenu): PublicMenu {
  const categories = dishes.categories.filter((category) => category.isActive);
  const shown = new Set<number | null>([null, ...categories.map((category) => category.id)]);
  return {
    tenant: tenant.parse(owner),
    categories,
    items: dishes.items.filter((item) => shown.has(item.categoryId)),
  };
}
