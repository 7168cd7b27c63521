import type { Tenant } from '@tavola/contracts/auth.ts';
import { DEFAULT_THEME_COLOR } from '@tavola/contracts/product.ts';

export interface FirstStep {
  id: 'category' | 'item' | 'look' | 'qr-code' | 'menu';
  title: string;
  text: string;
  href: string;
  done: boolean;
  newTab?: boolean;
}

export interface FirstStepFacts {
  tenant: Tenant;
  categories: number;
  items: number;
  /** Whether codes were added to the main one, or any code was scanned. */
  hasCodes: boolean;
  hasViews: boolean;
}

/** A new restaurant's first steps, and which of them are done according to the data. */
export function firstSteps({ tenant, categories, items, hasCodes, hasViews }: FirstStepFacts): FirstStep[] {
  const hasLook =
    Boolean(tenant.description || tenant.logo || tenant.look) || tenant.themeColor !== DEFAULT_THEME_COLOR;
  return [
    {
      id: 'category',
      // Above it, an empty menu is offered to be pasted as a whole.
      title: categories + items === 0 ? 'Add a category by hand' : 'Add a category',
      text: 'A section of your menu, such as Starters.',
      href: '/dashboard/categories?new',
      done: categories > 0,
    },
    {
      id: 'item',
      title: 'Add an item',
      text: 'A dish or a drink, with its price.',
      href: categories > 0 ? '/dashboard/items?new' : '/dashboard/items',
      done: items > 0,
    },
    {
      id: 'look',
      title: 'Make it yours',
      text: 'Your color, template and logo.',
      href: '/settings/look',
      done: hasLook,
    },
    {
      id: 'qr-code',
      title: 'Get your QR code',
      text: 'Guests scan it to see your menu.',
      href: '/dashboard/qr',
      done: hasCodes,
    },
    {
      id: 'menu',
      title: 'Open your menu',
      text: 'See it as your guests do.',
      href: `/menu/${tenant.slug}`,
      done: hasViews,
      newTab: true,
    },
  ];
}
