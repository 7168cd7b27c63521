import { facetsJsonLd } from '@tavola/contracts/facets/facets.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { DEFAULT_CURRENCY } from '@tavola/contracts/rules/currencies.ts';
import { amountOf, US_DOLLARS } from '@tavola/contracts/rules/money.ts';
import { hoursSchema } from './hours-schema.ts';

/**
 * `menu` for search engines: schema.org's Restaurant with its hours → Menu → MenuSection → MenuItem, each with its offer
 * and availability. `url` is the menu's own address.
 */
export function menuSchema(
  { tenant, categories, items, language, phase, money = US_DOLLARS }: PublicMenu,
  url: string,
): object {
  const priced = (price: number) => ({
    price: amountOf(price, money.digits),
    priceCurrency: tenant.currency ?? DEFAULT_CURRENCY,
  });
  const itemsOf = (categoryId: number | null) =>
    items.filter((item) => item.categoryId === categoryId).map((item) => itemSchema(item, priced));
  const sections = [
    ...categories.map(({ id, name, description }) => ({
      '@type': 'MenuSection',
      name,
      ...(description && { description }),
      hasMenuItem: itemsOf(id),
    })),
    { '@type': 'MenuSection', name: 'More', hasMenuItem: itemsOf(null) },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'Restaurant',
    '@id': url,
    url,
    name: tenant.name,
    ...(tenant.description && { description: tenant.description }),
    ...(tenant.phone && { telephone: tenant.phone }),
    ...(tenant.address && { address: tenant.address }),
    ...(tenant.logo && { logo: tenant.logo, image: tenant.logo }),
    ...(tenant.hours && hoursSchema(tenant.hours, tenant.timeZone, phase?.at ?? Date.now())),
    hasMenu: {
      '@type': 'Menu',
      url,
      name: `Menu of ${tenant.name}`,
      ...(language && { inLanguage: language.tag }),
      hasMenuSection: sections.filter(({ hasMenuItem }) => hasMenuItem.length > 0),
    },
  };
}

const itemSchema = (item: MenuItem, priced: (price: number) => object) => {
  const { name, description, price, isAvailable, image } = item;
  return {
    '@type': 'MenuItem',
    name,
    ...(description && { description }),
    ...(image && { image }),
    offers: {
      '@type': 'Offer',
      ...priced(price),
      availability: `https://schema.org/${isAvailable ? 'InStock' : 'SoldOut'}`,
    },
    ...facetsJsonLd(item),
  };
};
