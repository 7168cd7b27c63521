import { LAYOUTS, PAPERS } from '@tavola/contracts/qr.ts';
import { describe, expect, it } from 'vitest';
import { type CardLayout, type CardText, cardLabel, layOutCard } from './card.ts';
import { pageOf } from './pages.ts';

const LONG =
  'The Extraordinarily Long Restaurant Name of the Grand Old Harbour Brewery, Bakery & Oyster House at the Pier';
const CARDS = PAPERS.flatMap((paper) =>
  LAYOUTS.map((layout) => ({
    paper,
    layout,
    card: pageOf(paper, layout).cards[0] as { width: number; height: number },
  })),
);
const lay = (card: { width: number; height: number }, text: Partial<CardText> = {}) =>
  layOutCard(card, 29, { name: 'Osteria', caption: 'Scan for our menu', label: 'Table 4', ...text });
const linesOf = ({ name, caption, label }: CardLayout) => [...name, ...caption, ...label];

describe.each(CARDS)('a card of $paper, layout $layout', ({ card }) => {
  it.each([
    ['a short name', {}],
    ['a long name', { name: LONG }],
    ['one endless word', { name: 'Ristorantissimo'.repeat(8), label: 'Fensterplatz'.repeat(5) }],
    ['Greek', { name: 'Ταβέρνα της Μαρίας' }],
    ['Japanese', { name: '鮨なみ 東京駅前本店', label: '窓際のテーブル' }],
    ['Thai', { name: 'ร้านอาหารบ้านไทย' }],
    ['Hindi', { name: 'स्वाद रेस्टोरेंट' }],
    ['Arabic', { name: 'مطعم السلام 24 (القاهرة)', label: 'طاولة ٤' }],
    ['Hebrew', { name: 'מסעדת השלום', label: 'שולחן 4' }],
    ['simplified Chinese', { name: '兰州拉面馆', label: '靠窗的桌子' }],
  ])('fits everything, without overlap, with %s', (_, text) => {
    const laid = lay(card, text);
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
    expect(rule?.lines).toHaveLength(2);
    // An inch, so that phones read it from a seat.
    expect(square.side).toBeGreaterThan(72);
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
  expect(lay(card, { name: 'Pizza 🍕 Tony' }).name).toHaveLength(1);
});
