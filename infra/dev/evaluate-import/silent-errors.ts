import { readdirSync, readFileSync } from 'node:fs';
import type { Variant } from '@tavola/contracts/choices.ts';
import { decodeText } from '../../../web/src/features/import/files/decode-text.ts';
import { readMenuText } from '../../../web/src/features/import/read-text.ts';
import { type Answers, planTable, type TablePlan, UNNAMED } from '../../../web/src/features/import/table/plan-table.ts';
import { readTable } from '../../../web/src/features/import/table/read-table.ts';
import type { ReadTable } from '../../../web/src/features/import/table/table-of.ts';
import { tableOfText } from '../../../web/src/features/import/table/table-of-text.ts';
import { EMPTY_MENU } from '../../../web/src/test/empty-menu.ts';
import { same } from './score.ts';

/** A dish as guests see it. */
export interface SeenDish {
  category: string;
  name: string;
  price: number;
  isAvailable: boolean;
}

const MONEY = { currency: 'USD', digits: 2 } as const;
const CURRENCIES_MAX = 20;

/**
 * The dishes that Import would add to an empty menu without a question of their own, each size as one. Questions about the whole file are
 * answered: its numbers are the restaurant's prices, and its letters are right.
 */
export function tickedDishes(table: ReadTable): SeenDish[] {
  const answers: Answers = {
    ...(table.isText && { unnamed: UNNAMED }),
    ...(table.encoding && { encoding: table.encoding.encoding }),
  };
  return addedBy(answeredCurrencies(table, answers));
}

function answeredCurrencies(table: ReadTable, answers: Answers): TablePlan {
  const currencies: string[] = [];
  let plan = planTable(table, EMPTY_MENU, MONEY, answers);
  while (plan.currency && currencies.length < CURRENCIES_MAX) {
    currencies.push(plan.currency.sign);
    plan = planTable(table, EMPTY_MENU, MONEY, { ...answers, currencies });
  }
  return plan;
}

const addedBy = ({ rows }: TablePlan): SeenDish[] =>
  rows
    .filter(({ action }) => action === 'add')
    .flatMap(({ category, changes }) => {
      const said = (field: string) => changes.find(({ column }) => column.field === field && !column.lang)?.value;
      const dish = {
        category: category.name,
        name: said('name') as string,
        price: said('price') as number,
        isAvailable: said('isAvailable') !== false,
      };
      const sizes = said('variants') as Pick<Variant, 'name' | 'price' | 'isAvailable'>[] | undefined;
      if (!sizes) return [dish];
      return sizes.map(({ name, price, isAvailable }) => ({
        ...dish,
        name: `${dish.name} ${name}`,
        price,
        isAvailable: dish.isAvailable && isAvailable,
      }));
    });

/** The dishes whose name, category, price or availability is not so in `truth`, in words. A dish of the truth counts once. */
export function silentErrors(ticked: readonly SeenDish[], truth: readonly SeenDish[]): string[] {
  const left = [...truth];
  return ticked
    .filter((dish) => {
      const index = left.findIndex((one) => isSeenAlike(one, dish));
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    })
    .map(inWords);
}

const isSeenAlike = (a: SeenDish, b: SeenDish) =>
  same(a.name, b.name) && same(a.category, b.category) && a.price === b.price && a.isAvailable === b.isAvailable;

const OUT = 'out of stock';
const inWords = ({ category, name, price, isAvailable }: SeenDish) =>
  [category, name, price, ...(isAvailable ? [] : [OUT])].join(' | ');

const fromWords = (words: string): SeenDish => {
  const [category = '', name = '', price, out] = words.split(' | ');
  return { category, name, price: Number(price), isAvailable: out !== OUT };
};

const FIXTURES = new URL('../../../web/src/features/import/fixtures/', import.meta.url);
const CASES = new URL('cases/', FIXTURES);

/** The silent errors of the menus written by hand, each with its file. */
export function silentErrorsOfFixtures(): string[] {
  return namesIn(FIXTURES, /\.txt$/).flatMap((name) => {
    const truth = JSON.parse(readFileSync(new URL(name.replace('.txt', '.json'), FIXTURES), 'utf8')) as WrittenMenu;
    const dishes = truth.sections.flatMap(({ name: category, dishes }) =>
      dishes.flatMap(({ name, price, isSoldOut }) =>
        price === null ? [] : [{ category: category ?? UNNAMED, name, price, isAvailable: !isSoldOut }],
      ),
    );
    const table = tableOfText(readMenuText(readFileSync(new URL(name, FIXTURES), 'utf8')));
    return (table ? silentErrors(tickedDishes(table), dishes) : []).map((error) => `${name}: ${error}`);
  });
}

interface WrittenMenu {
  sections: {
    name: string | null;
    dishes: { name: string; price: number | null; isSoldOut?: boolean }[];
  }[];
}

/** The silent errors of files as owners bring them, each with its file. */
export async function silentErrorsOfCases(): Promise<string[]> {
  const truths = JSON.parse(readFileSync(new URL('truth.json', CASES), 'utf8')) as Record<string, string[]>;
  const errors: string[] = [];
  for (const name of namesIn(CASES, /(?<!truth)\.(?:txt|csv|xlsx|json)$/)) {
    const truth = truths[name];
    if (!truth) throw new Error(`truth.json says nothing about ${name}.`);
    const table = await tableIn(name);
    const found = table ? silentErrors(tickedDishes(table), truth.map(fromWords)) : [];
    errors.push(...found.map((error) => `${name}: ${error}`));
  }
  return errors;
}

async function tableIn(name: string): Promise<ReadTable | null> {
  const bytes = new Uint8Array(readFileSync(new URL(name, CASES)));
  if (name.endsWith('.txt')) return tableOfText(readMenuText(decodeText(bytes).text));
  const read = await readTable(bytes, name);
  return 'text' in read ? tableOfText(readMenuText(read.text)) : read;
}

const namesIn = (folder: URL, kind: RegExp) => readdirSync(folder).filter((name) => kind.test(name));
