import { LAYOUTS, PAPERS } from '@tavola/contracts/qr.ts';
import { type ChosenLook, FONT_PAIRS, lookOf, TEMPLATES } from '@tavola/contracts/rules/look.ts';
import { describe, expect, it } from 'vitest';
import { lettering } from '../drawing/lettering.ts';
import { type CardLayout, type CardText, cardLabel, layOutCard } from './card.ts';
import { cardDesign } from './card-design.ts';
import { pageOf } from './pages.ts';

// @module-tag full

const LONG =
  'The Extraordinarily Long Restaurant Name of the Grand Old Harbour Brewery, Bakery & Oyster House at the Pier';
const CARDS = PAPERS.flatMap((paper) =>
  LAYOUTS.map((layout) => ({
    paper,
    layout,
    card: pageOf(paper, layout).cards[0] as { width: number; height: number },
  })),
);
const lay = (card: { width: number; height: number }, text: Partial<CardText> = {}, look?: ChosenLook) => {
  const words = { name: 'Osteria', caption: 'Scan for our menu', label: 'Table 4', ...text };
  return layOutCard(card, 29, words, cardDesign(words.name ?? '', lookOf(look)));
};
const linesOf = ({ name, caption, label }: CardLayout) => [...name, ...caption, ...label];

function expectFit(card: { width: number; height: number }, laid: CardLayout): void {
  const { rule, square } = laid;
  const order = [
    ...laid.name.map(({ y }) => y),
    ...(rule?.lines.map(({ y }) => y) ?? []),
    square.y,
    square.y + square.side,
    ...laid.caption.map(({ y }) => y),
    ...laid.label.map(({ y }) => y),
  ];
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(order.at(0)).toBeGreaterThan(0);
  expect(order.at(-1)).toBeLessThan(card.height);
  const room = card.width - 0.1 * Math.min(card.width, card.height);
  for (const { width } of linesOf(laid)) expect(width).toBeLessThan(room);
  // An inch, so that phones read it from a seat.
  expect(square.side).toBeGreaterThan(72);
}

describe.each(CARDS)('a card of $paper, layout $layout', ({ card }) => {
  it.each([
    ['a short name', {}],
    ['a long name', { name: LONG }],
    ['one endless word', { name: 'Ristorantissimo'.repeat(8), label: 'Fensterplatz'.repeat(5) }],
    ['Japanese', { name: '鮨なみ 東京駅前本店', label: '窓際のテーブル' }],
    ['Arabic', { name: 'مطعم السلام 24 (القاهرة)', label: 'طاولة ٤' }],
  ])('fits everything, without overlap, with %s, in each template', (_, text) => {
    for (const template of TEMPLATES) expectFit(card, lay(card, text, { template }));
    expect(lay(card, text).rule?.lines).toHaveLength(2);
  });

  it.each([
    ['a short name', {}],
    ['a long name', { name: LONG }],
  ])("fits the code of the guests' Wi-Fi and its name, without overlap, with %s", (_, text) => {
    for (const wifi of ['Osteria', 'W'.repeat(32), '\u{1f355}']) {
      const laid = lay(card, { ...text, wifi });
      const { square, wifi: network } = laid;
      expectFit(card, laid);
      if (!network) throw new Error('It has none.');
      const { x, y, side } = network.square;
      const isBeside = x >= square.x + square.side;
      const words = [...laid.caption, ...laid.label];
      expect(isBeside || y >= Math.max(...words.map((line) => line.y))).toBe(true);
      // Held in the hand, a phone reads it at half an inch.
      expect(side).toBeGreaterThan(36);
      for (const line of network.lines) {
        expect(line.x).toBeGreaterThan(0);
        expect(line.x + line.width).toBeLessThan(card.width);
        expect(line.y).toBeLessThan(card.height);
      }
      expect(x + side).toBeLessThan(card.width);
      expect(y + side).toBeLessThan(card.height);
      expect(network.lines).toHaveLength(wifi.startsWith('\u{1f355}') ? 1 : 2);
    }
    expect(lay(card, text).wifi).toBeNull();
  });

  it('fits everything in each pair of fonts', () => {
    for (const fonts of FONT_PAIRS) {
      for (const name of ['Crêperie Łódź', LONG]) expectFit(card, lay(card, { name }, { template: 'fine', fonts }));
    }
  });

  it('has its code at the same place with any label', () => {
    const places = [null, 'Table 4', 'Terrace, '.repeat(7)].map((label) => lay(card, { label }).square);
    expect(places).toEqual([places[0], places[0], places[0]]);
  });

  it('without a name has no rule', () => {
    expect(lay(card, { name: null })).toMatchObject({ name: [], rule: null });
  });
});

it('a long name is set in up to three lines of similar length', () => {
  const { name } = lay({ width: 523, height: 770 }, { name: LONG });
  expect(name).toHaveLength(3);
  const widths = name.map(({ width }) => width);
  expect(Math.min(...widths)).toBeGreaterThan(Math.max(...widths) * 0.8);
});

it("the main code's first name is not printed; one that its owner gave it is", () => {
  expect(cardLabel({ name: 'Main code', isMain: true })).toBe(null);
  expect(cardLabel({ name: 'Front door', isMain: true })).toBe('Front door');
  expect(cardLabel({ name: 'Main code', isMain: false })).toBe('Main code');
});

it('words with letters that no font has are left out as a whole, emoji alone', () => {
  const card = { width: 523, height: 770 };
  expect(lay(card, { name: 'რესტორანი 24', label: 'Սեղան 4' })).toMatchObject({ name: [], rule: null, label: [] });
  for (const name of ['Pizza 🍕 Tony', 'Pizza ❤️ Tony', 'Pizza 👨‍🍳 Tony', '🇮🇹 Pizza Tony 🏴󠁧󠁢󠁥󠁮󠁧󠁿']) {
    expect(lay(card, { name }, { template: 'fine' })).toEqual(lay(card, { name: 'Pizza Tony' }, { template: 'fine' }));
  }
  expect(lay(card, { label: 'Table 1️⃣ ②' })).toEqual(lay(card, { label: 'Table 1 2' }));
});

describe("a restaurant's look", () => {
  const card = { width: 523, height: 770 };
  const ruleIn = (template: string) => lay(card, {}, { template }).rule;
  const pathOf = ({ name }: CardLayout) => name.map(({ path }) => path).join('');

  it('has the rule of its template below the name', () => {
    expect(TEMPLATES.map((template) => ruleIn(template)?.lines.length ?? 0)).toEqual([2, 2, 1, 0, 1]);
    const [thick = 0, thin = 0] = ruleIn('trattoria')?.lines.map(({ height }) => height) ?? [];
    expect(thick).toBeGreaterThan(thin);
    const [upper, lower] = ruleIn('bistrot')?.lines.map(({ height }) => height) ?? [];
    expect(upper).toBe(lower);
    expect(ruleIn('counter')?.lines[0]?.height).toBeGreaterThan(thick);
    expect(ruleIn('fine')?.width).toBeLessThan((ruleIn('bistrot')?.width ?? 0) / 3);
  });

  it('leaves the smallest code about as large as without one', () => {
    const letter = CARDS.find(({ paper, layout }) => paper === 'Letter' && layout === '12')?.card as typeof card;
    const words = 'Ristorante Bella Vista al Mare di Positano e Amalfi con Terrazza'.split(' ');
    const names = words.map((_, at) => words.slice(0, at + 1).join(' '));
    const smallest = (look?: ChosenLook) => Math.min(...names.map((name) => lay(letter, { name }, look).square.side));
    for (const template of TEMPLATES) {
      for (const fonts of FONT_PAIRS) expect(smallest({ template, fonts })).toBeGreaterThan(smallest() * 0.97);
    }
  });

  it('has the name in the display face of its pair, each another one', () => {
    const paths = FONT_PAIRS.map((fonts) => pathOf(lay(card, {}, { fonts })));
    expect(new Set(paths).size).toBe(FONT_PAIRS.length);
    expect(pathOf(lay(card))).toBe(paths[0]);
    expect(pathOf(lay(card, {}, { template: 'someday', fonts: 'someday' }))).toBe(paths[0]);
  });

  it('sets the name in spaced capitals in the template fine, as its language has them', () => {
    const inFine = (name: string, language?: string) => pathOf(lay(card, { name, language }, { template: 'fine' }));
    expect(inFine('Osteria')).toBe(inFine('OSTERIA'));
    expect(inFine('ızgara', 'tr')).toBe(inFine('IZGARA'));
    expect(inFine('izgara', 'tr')).toBe(inFine('İZGARA'));
    const [{ width = 0 } = {}] = lay(card, { name: 'OSTERIA' }, { template: 'fine' }).name;
    expect(width).toBeGreaterThan(lettering('OSTERIA', 523 * 0.126 * 0.8, 'elegant').width * 1.05);
  });

  it.each(['鮨なみ 東京駅前本店', 'مطعم السلام (القاهرة)', 'Osteria 鮨なみ'])(
    'sets %s, whose letters the pair lacks, as without a look',
    (name) => {
      for (const template of TEMPLATES)
        expect(pathOf(lay(card, { name }, { template }))).toBe(pathOf(lay(card, { name })));
    },
  );
});
