import {
  ALLERGENS,
  type Allergen,
  isSaidFor,
  stateOf,
  type Verdict,
  verdictOf,
  type Wanted,
} from '@tavola/contracts/rules/allergens.ts';
import { WANTED_DIETS } from '@tavola/contracts/rules/diets.ts';
import { createContext, useCallback, useEffect, useState } from 'react';
import { joinedWords } from '../../lib/text/folded-text.ts';
import { listed } from './allergens-in-words.ts';
import { groupsOf, type SharedFacts } from './option-groups.ts';
import type { ShownItem, ShownMenu } from './shown-menu.ts';
import { en } from './words/en.ts';
import type { PageWords } from './words/page-words.ts';

// What a guest doesn't eat says something about their health: it stays in this tab, is sent to nobody and counted by nobody.

type WantedDiet = (typeof WANTED_DIETS)[number];

/** Which dishes a guest wants to see. */
export interface Filter extends Wanted {
  readonly diets: readonly WantedDiet[];
}

/** All dishes. */
export const NO_FILTER: Filter = { allergens: [], traces: false, diets: [] };

/** Whether the filter hides anything. */
export const isOn = ({ allergens, diets }: Filter): boolean => allergens.length + diets.length > 0;

const keyOf = (slug: string) => `tavola.filter.${slug}`;

function storedFilter(slug: string): Filter {
  try {
    const { allergens = [], traces, diets = [] } = JSON.parse(sessionStorage.getItem(keyOf(slug)) ?? '{}');
    return {
      allergens: ALLERGENS.filter((one) => allergens.includes(one)),
      traces: traces === true,
      diets: WANTED_DIETS.filter((one) => diets.includes(one)),
    };
  } catch {
    // Storage is switched off, or has something else.
    return NO_FILTER;
  }
}

/** The filter of the menu `slug`, which lasts as long as the tab. None until the page is alive: the server knows nothing of it. */
export function useFilter(slug: string): [Filter, (next: Filter) => void] {
  const [filter, setFilter] = useState(NO_FILTER);
  useEffect(() => {
    const stored = storedFilter(slug);
    if (isOn(stored) || stored.traces) setFilter(stored);
  }, [slug]);
  const choose = useCallback(
    (next: Filter) => {
      setFilter(next);
      try {
        sessionStorage.setItem(keyOf(slug), JSON.stringify(next));
      } catch {
        // It lasts until the page is left.
      }
    },
    [slug],
  );
  return [filter, choose];
}

/** The filter around a dish, with what it says of each dish by id. */
export interface Filtered {
  filter: Filter;
  verdicts: ReadonlyMap<number, Verdict>;
}

/** The filter around a component; undefined while none is on. */
export const FilterContext = createContext<Filtered | undefined>(undefined);

/** What `filter` says of the dishes `items`; undefined if it is not on. */
export const filtered = (
  items: readonly ShownItem[],
  groups: SharedFacts['groups'],
  filter: Filter,
): Filtered | undefined =>
  isOn(filter)
    ? { filter, verdicts: new Map(items.map((item) => [item.id, verdictOf(item, groupsOf(item, groups), filter)])) }
    : undefined;

/** What guests of `menu` can choose by: the allergens if any are declared, and the diets that some dish is said to be for. */
export function choicesOf(
  { items }: ShownMenu,
  { allergens, declares }: Pick<SharedFacts, 'allergens' | 'declares'>,
  chosen: Filter,
): Pick<Filter, 'allergens' | 'diets'> {
  // What is chosen stays, so that it can be taken back.
  return {
    allergens: ALLERGENS.filter(
      (one) => chosen.allergens.includes(one) || (declares === 'allergens' && allergens.includes(one)),
    ),
    diets: WANTED_DIETS.filter((one) => chosen.diets.includes(one) || items.some(({ diet }) => isSaidFor(one, diet))),
  };
}

/** `list` with `one`, or without it if it is there. */
export const toggled = <One>(list: readonly One[], one: One): One[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

const COUNTED = [
  ['fits', 'fit'],
  ['choice', 'dependOnChoice'],
  ['hidden', 'hiddenDishes'],
  ['unknown', 'undeclaredDishes'],
] as const;

/** How many dishes there are of each verdict, in words: '18 fit', '9 hidden', '6 not declared'. */
export const verdictsInWords = (
  items: readonly ShownItem[],
  { verdicts }: Filtered,
  { say }: Pick<PageWords, 'say'>,
): string[] =>
  COUNTED.flatMap(([verdict, words]) => {
    const count = items.filter(({ id }) => verdicts.get(id) === verdict).length;
    return count > 0 || verdict === 'fits' ? say(words, { count }) : [];
  });

/** The filter in words: 'vegan · Without milk, nuts'. */
export const filterInWords = (
  { diets, allergens }: Filter,
  { say, locale }: Pick<PageWords, 'say' | 'locale'>,
): string =>
  [
    ...diets.map((one) => say(one)),
    ...(allergens.length > 0
      ? [
          say('withoutAll', {
            list: listed(
              allergens.map((one) => say(one)),
              locale,
            ),
          }),
        ]
      : []),
  ].join(' · ');

/** What of `filter` a dish says nothing about. */
export const undeclaredOf = ({ allergens, diet }: ShownItem, filter: Filter) => [
  ...filter.diets.filter((one) => !isSaidFor(one, diet)),
  ...filter.allergens.filter((one) => stateOf(allergens?.s, one) === 'u'),
];

/** Shorter searches name nothing, where letters are parts of words. */
const NAMED_FROM = 3;

/** The filters with one wish each, of those that guests can choose, that a search for `query` names: "vegetarian", "milk". */
export function filtersNamed(
  query: string,
  { allergens, diets }: Pick<Filter, 'allergens' | 'diets'>,
  { say }: Pick<PageWords, 'say'>,
): Filter[] {
  const typed = joinedWords(query.trim());
  if (typed.length < (typed < '\u0590' ? NAMED_FROM : 1)) return [];
  const isNamed = (one: Allergen | WantedDiet) =>
    [say(one), en[one]].some((name) => joinedWords(name).startsWith(typed));
  return [
    ...diets.filter(isNamed).map((one) => ({ ...NO_FILTER, diets: [one] })),
    ...allergens.filter(isNamed).map((one) => ({ ...NO_FILTER, allergens: [one] })),
  ];
}
