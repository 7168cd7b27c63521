import { facetsJsonLd } from '@tavola/contracts/facets/facets.ts';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { groupVerdict, verdictOf } from '@tavola/contracts/rules/allergens.ts';
import { groupsById } from '@tavola/contracts/rules/choices.ts';
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
  { tenant, categories, items, optionGroups, dayparts = [], language, phase, money = US_DOLLARS }: PublicMenu,
  { url, title, more }: { url: string; title: string; more: string },
): object {
  const pictureOf = (address: string) => absolutePicture(new URL(url).origin, address);
  const now = phase?.at ?? Date.now();
  const states = daypartStates({ tenant, dayparts }, now);
  const on = daypartsOn(states);
  /** From when an item is served, if it is not now, and until when its price is that of an offer. */
  const timesOf = (item: Item, size?: Size): object => {
    const from = isServed(item, on) ? undefined : servedFrom(item.dayparts ?? [], states);
    const offers = item.offers?.filter(({ variant }) => variant === size?.id);
    const until = offerEnd({ ...(size ?? item), offers }, states);
    return {
      ...(from !== undefined && { availabilityStarts: new Date(from).toISOString() }),
      ...(until !== undefined && { validThrough: new Date(until).toISOString() }),
    };
  };
  const priced = (price: number) => ({
    price: amountOf(price, money.digits),
    priceCurrency: tenant.currency ?? DEFAULT_CURRENCY,
  });
  /** With what must be chosen besides; a dish with sizes has the price of its cheapest one. */
  const fullPrice = (item: Item, size?: Size) =>
    (size?.price ?? item.price) + (item.priceFrom ?? item.fullPrice ?? item.price) - item.price;
  const offerOf = (item: Item, size?: Size) => ({
    '@type': 'Offer',
    ...(size && { name: size.name }),
    ...priced(fullPrice(item, size)),
    ...timesOf(item, size),
    availability: availabilityOf({ ...item, isAvailable: item.isAvailable && size?.isAvailable !== false }, on),
  });
  const groups = groupsById(optionGroups);
  const dietsOf = fittingDiets();
  const described = new Set<number>();
  /** A group in full where it is named first, and by its id then: many dishes share one. */
  const addOnOf = ({ id, name, options }: Group): object => {
    const reference = { '@id': `${url}#choice-${id}` };
    if (described.has(id)) return reference;
    described.add(id);
    const hasMenuItem = options.map((option) => ({
      '@type': 'MenuItem',
      name: option.name,
      offers: {
        '@type': 'Offer',
        ...priced(option.price),
        availability: `https://schema.org/${option.isAvailable ? 'InStock' : 'SoldOut'}`,
      },
    }));
    return { '@type': 'MenuSection', ...reference, name, hasMenuItem };
  };
  const itemsOf = (categoryId: number | null) =>
    items
      .filter((item) => item.categoryId === categoryId)
      .map((item) => {
        const { name, description, image, variants } = item;
        const own = (item.optionGroups ?? []).flatMap((id) => groups.get(id) ?? []);
        return {
          '@type': 'MenuItem',
          name,
          ...(description && { description }),
          ...(image && { image: pictureOf(image) }),
          offers: variants ? variants.map((size) => offerOf(item, size)) : offerOf(item),
          ...(own.length > 0 && { menuAddOn: own.map(addOnOf) }),
          ...facetsJsonLd({ ...item, ...(item.diet && { diet: dietsOf(item, own) }) }),
        };
      });
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
type Size = NonNullable<Item['variants']>[number];
type Group = NonNullable<PublicMenu['optionGroups']>[number];

const availabilityOf = (item: Item, on: ReadonlySet<number>): string => {
  const state = item.isAvailable ? 'InStock' : 'SoldOut';
  return `https://schema.org/${isServed(item, on) ? state : 'OutOfStock'}`;
};

/** Gives those diets of an item that it keeps to whatever is chosen; unknown is not enough. Many items share a group: each is judged once. */
function fittingDiets(): (item: Item, groups: readonly Group[]) => string[] {
  const judged = new Map<string, boolean>();
  const groupFits = (group: Group, diet: string): boolean => {
    const key = `${group.id} ${diet}`;
    const fits = judged.get(key) ?? groupVerdict(group, wanting(diet)) === 'fits';
    judged.set(key, fits);
    return fits;
  };
  return (item, groups) =>
    (item.diet ?? []).filter(
      (diet) => verdictOf(item, [], wanting(diet)) === 'fits' && groups.every((group) => groupFits(group, diet)),
    );
}

const wanting = (diet: string) => ({ allergens: [], traces: false, diets: [diet] });
