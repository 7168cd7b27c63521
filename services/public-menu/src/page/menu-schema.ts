import { facetsJsonLd } from '@tavola/contracts/facets/facets.ts';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { DEFAULT_CURRENCY } from '@tavola/contracts/rules/currencies.ts';
import { amountOf, US_DOLLARS } from '@tavola/contracts/rules/money.ts';
import { absolutePicture } from '@tavola/contracts/rules/pictures.ts';
import { daypartStates, daypartsOn, isServed, offerEnd, servedFrom } from '@tavola/contracts/rules/turns.ts';
import { hoursSchema } from './hours-schema.ts';

/**
 * `menu` for search engines: schema.org's Restaurant with its hours → Menu → MenuSection → MenuItem, each with its offer
 * and availability. `url` is the menu's own address; `title` names it, and `more` the items without a category, in its language.
 */
export function menuSchema(
  { tenant, categories, items, dayparts = [], language, phase, money = US_DOLLARS }: PublicMenu,
  { url, title, more }: { url: string; title: string; more: string },
): object {
  const pictureOf = (address: string) => absolutePicture(new URL(url).origin, address);
  const now = phase?.at ?? Date.now();
  const states = daypartStates({ tenant, dayparts }, now);
  const on = daypartsOn(states);
  /** From when an item is served, if it is not now, and until when its price is that of an offer. */
  const timesOf = (item: Item): object => {
    const from = isServed(item, on) ? undefined : servedFrom(item.dayparts ?? [], states);
    const until = offerEnd(item, states);
    return {
      ...(from !== undefined && { availabilityStarts: new Date(from).toISOString() }),
      ...(until !== undefined && { validThrough: new Date(until).toISOString() }),
    };
  };
  const priced = (price: number) => ({
    price: amountOf(price, money.digits),
    priceCurrency: tenant.currency ?? DEFAULT_CURRENCY,
  });
  const itemsOf = (categoryId: number | null) =>
    items
      .filter((item) => item.categoryId === categoryId)
      .map((item) =>
        itemSchema(item, item.image && pictureOf(item.image), {
          ...priced(item.price),
          ...timesOf(item),
          availability: availabilityOf(item, on),
        }),
      );
  const sections = [
    ...categories.map(({ id, name, description }) => ({
      '@type': 'MenuSection',
      name,
      ...(description && { description }),
      hasMenuItem: itemsOf(id),
    })),
    { '@type': 'MenuSection', name: more, hasMenuItem: itemsOf(null) },
  ];
  const image = tenant.look?.cover ?? tenant.logo;
  const telephone = tenant.calls ? tenant.calls[0]?.text : tenant.phone;
  const { website, reservations, instagram, facebook, tiktok } = tenant.links ?? {};
  const sameAs = [website, instagram, facebook, tiktok].filter((link) => link !== undefined);
  return {
    '@context': 'https://schema.org',
    '@type': 'Restaurant',
    '@id': url,
    url,
    name: tenant.name,
    ...(tenant.description && { description: tenant.description }),
    ...(telephone && { telephone }),
    ...(tenant.address && { address: tenant.address }),
    ...(tenant.logo && { logo: pictureOf(tenant.logo) }),
    ...(image && { image: pictureOf(image) }),
    ...(sameAs.length > 0 && { sameAs }),
    ...(reservations && { acceptsReservations: reservations }),
    ...(tenant.cuisine && { servesCuisine: tenant.cuisine }),
    ...(tenant.priceRange && { priceRange: tenant.priceRange }),
    ...(tenant.hours && hoursSchema(tenant.hours, tenant.timeZone, now)),
    hasMenu: {
      '@type': 'Menu',
      url,
      name: title,
      ...(language && { inLanguage: language.tag }),
      hasMenuSection: sections.filter(({ hasMenuItem }) => hasMenuItem.length > 0),
    },
  };
}

type Item = PublicMenu['items'][number];

const availabilityOf = (item: Item, on: ReadonlySet<number>): string => {
  const state = item.isAvailable ? 'InStock' : 'SoldOut';
  return `https://schema.org/${isServed(item, on) ? state : 'OutOfStock'}`;
};

const itemSchema = (item: Item, image: string | null, offer: object) => {
  const { name, description } = item;
  return {
    '@type': 'MenuItem',
    name,
    ...(description && { description }),
    ...(image && { image }),
    offers: {
      '@type': 'Offer',
      ...offer,
    },
    ...facetsJsonLd(item),
  };
};
