import { initialValues } from '@tavola/contracts/field-list.ts';
import { ITEM_FIELDS, type MenuItem } from '@tavola/contracts/menu.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { anItem, aTenant } from '../../../test/samples.ts';
import { SharedFactsContext, sharedFacts } from '../option-groups.ts';
import type { ShownItem } from '../shown-menu.ts';
import { PageWordsContext, pageWords } from '../words/page-words.ts';
import { wordsFor } from '../words/words-for.ts';
import { ItemCard } from './item-card.tsx';

// One dish as guests read it.

/** Another value for each field; a field that is missing here is a type error. */
const OTHER: Required<
  Omit<MenuItem, 'categoryId' | 'soldOutUntil' | 'dayparts' | 'offers' | 'variants' | 'optionGroups' | 'allergens'>
> = {
  id: 2,
  name: 'Ragù',
  description: 'With sage',
  price: 13.5,
  isAvailable: false,
  isPopular: true,
  isFeatured: true,
  image: 'https://example.com/ragu.jpg',
  spice: 0,
  energy: 640,
  diet: ['vegan'],
};

const shown = (item: ShownItem) =>
  renderToStaticMarkup(<ItemCard item={item} hasLetter={false} marked={false} lang="en" />);

it.each(Object.entries(OTHER))('shows a dish’s %s', (field, value) => {
  const item = anItem(initialValues(ITEM_FIELDS));
  expect(shown({ ...item, [field]: value })).not.toBe(shown(item));
});

const menu = { tenant: aTenant(), categories: [], items: [] };

const facts = (fields: Partial<MenuItem>, tag?: string) => {
  const card = <ItemCard item={anItem(fields)} hasLetter={false} marked={false} lang={tag} />;
  const page = <PageWordsContext value={pageWords({ tag }, wordsFor(tag ?? 'en'))}>{card}</PageWordsContext>;
  return /<p[^>]*class="dish-facts">([^<]*)</.exec(renderToStaticMarkup(page))?.[1];
};

it('says how spicy a dish is and what energy it has, in one line, if the owner said so', () => {
  expect(facts({})).toBe(undefined);
  expect([0, 1, 2, 3].map((spice) => facts({ spice }))).toEqual(['Mild', 'A little spicy', 'Spicy', 'Very spicy']);
  expect(facts({ energy: 0 })).toBe('0 kcal');
  expect(facts({ spice: 2, energy: 1250 })).toBe('Spicy · 1,250 kcal');
  expect(facts({ spice: 2, energy: 1250 }, 'de')).toBe('Scharf · 1.250 kcal');
});

it.each([
  ['en', '1,250 Calories'],
  ['de', '1.250 Kalorien'],
  ['pl', 'Kalorie: 1250'],
  ['ja', '1,250カロリー'],
])('calls the energy Calories where the restaurant is American, in %s', (tag, words) => {
  const shared = { ...sharedFacts({ ...menu, saysCalories: true }), isPrinting: false };
  const card = <ItemCard item={anItem({ energy: 1250 })} hasLetter={false} marked={false} lang={tag} />;
  const page = (
    <SharedFactsContext value={shared}>
      <PageWordsContext value={pageWords({ tag }, wordsFor(tag))}>{card}</PageWordsContext>
    </SharedFactsContext>
  );
  expect(renderToStaticMarkup(page)).toContain(`class="dish-facts">${words}<`);
});

it('leaves out a level that only a newer release knows', () => {
  const page = renderToStaticMarkup(
    <ItemCard item={{ ...anItem({ energy: 5 }), spice: 9 }} hasLetter={false} marked={false} lang="en" />,
  );
  expect(page).toContain('class="dish-facts">5 kcal<');
});

it('offers an uploaded picture in the formats and widths that a small one needs, with its size and color; one from elsewhere as it is', () => {
  const at = `/m/${'0'.repeat(32)}/${'ab'.repeat(12)}-800x600-aabbcc`;
  const page = shown(anItem({ image: `${at}/800.jpg` }));
  const sources = [...page.matchAll(/<source(?: type="([^"]*)")? srcSet="([^"]*)" sizes="([^"]*)"/g)].map(
    ([, type, files, sizes]) => [type, files?.replaceAll(at, ''), sizes],
  );
  expect(sources).toEqual([
    ['image/avif', '/320.avif 320w', '5rem'],
    ['image/webp', '/160.webp 160w, /320.webp 320w', '5rem'],
  ]);
  expect(page).toMatch(
    new RegExp(
      `<img src="${at}/640.jpg" alt="" loading="lazy" [^>]*width="800" height="600" style="background-color:#aabbcc"`,
    ),
  );
  const elsewhere = shown(anItem({ image: 'https://example.com/a.jpg' }));
  expect(elsewhere).not.toContain('<source');
  expect(elsewhere).toContain('<img src="https://example.com/a.jpg"');
});
