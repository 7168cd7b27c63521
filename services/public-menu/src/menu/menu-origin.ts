import { type InternalTenant, internalTenant, tenant } from '@tavola/contracts/auth.ts';
import { type InternalMenu, internalMenu } from '@tavola/contracts/menu.ts';
import type { MenuSource, PublicMenu } from '@tavola/contracts/public-menu.ts';
import type { Neighbour } from '@tavola/service-kit/neighbour.ts';

/** A menu as its owners have it now, with the versions it was read at; `json` is null where the restaurant is inactive. */
export interface OriginMenu {
  tenantId: string;
  versions: Record<MenuSource, number>;
  json: string | null;
}

/** Reads menus from those who own the facts. */
export interface MenuOrigin {
  /**
   * The menu at `slug`, or null where no restaurant has that slug.
   * @throws Problem `unavailable` when auth or menu does not answer.
   */
  read(slug: string): Promise<OriginMenu | null>;
}

/** An origin that asks auth for the restaurant and menu for what it serves. */
export function menuOrigin(auth: Neighbour, menu: Neighbour): MenuOrigin {
  return {
    async read(slug) {
      const owner = await auth.find(`/internal/tenants/by-slug/${encodeURIComponent(slug)}`, internalTenant);
      if (!owner) return null;
      const dishes = await menu.get(`/internal/menus/${owner.id}`, internalMenu);
      return {
        tenantId: owner.id,
        versions: { tenant: owner.version, menu: dishes.version },
        json: owner.isActive ? JSON.stringify(compose(owner, dishes)) : null,
      };
    },
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
