import type { PublicMenu } from '@tavola/contracts/public-menu.ts';

/** Stands for what the web build renders menus with. */
export const renderMenu = ({ items }: PublicMenu, slug: string): string =>
  `<main data-rendered="${slug}">${items.length} items</main>`;
