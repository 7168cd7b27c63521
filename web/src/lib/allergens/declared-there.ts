import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Place } from '@tavola/contracts/auth.ts';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { ALLERGENS, type AllergenState, stateOf } from '@tavola/contracts/rules/allergens.ts';
import { useMemo } from 'react';
import { CATEGORIES, ITEMS, OPTION_GROUPS } from '../http/queries.ts';
import { callsAt } from '../session/calls-at.ts';
import { joinedWords } from '../text/folded-text.ts';
import { copiedFrom, type DeclaredRow } from './declaration.ts';
import type { TextHints } from './text-hints.ts';

/** How long what another restaurant declared is not read again, in milliseconds. */
const READ_MS = 60_000;

/** What may be suggested by a restaurant's declarations: of a dish or an option, by its name and that of its category or group. */
type SuggestDeclared = (of: string | undefined, name: string) => TextHints | undefined;

/**
 * What another restaurant of the user declared of dishes and options with the same names, as suggestions: only a declaration here says what
 * those here contain. Undefined while it loads, and where there is none.
 */
export function useDeclaredThere(place: Place | undefined) {
  const client = useQueryClient();
  const there = useQuery({
    queryKey: ['declared at', place?.id],
    queryFn: async ({ signal }) => {
      const call = callsAt(client, place?.id ?? '');
      const get = <Rows>([path]: readonly [string]) => call<Rows>('GET', path, undefined, { signal });
      const items = await get<MenuItem[]>(ITEMS);
      return { items, categories: await get<Category[]>(CATEGORIES), groups: await get<OptionGroup[]>(OPTION_GROUPS) };
    },
    enabled: place !== undefined,
    staleTime: READ_MS,
  });
  const name = place?.name ?? '';
  const suggest = useMemo(() => {
    if (!there.data) return undefined;
    const { items, categories, groups } = there.data;
    const called = new Map<number | null, string>(categories.map((one) => [one.id, one.name]));
    return {
      dish: suggestFrom(
        name,
        items.map((item) => [called.get(item.categoryId), item]),
      ),
      option: suggestFrom(
        name,
        groups.flatMap((group) => group.options.map((option) => [group.name, option] as const)),
      ),
    };
  }, [there.data, name]);
  return { suggest, isError: there.isError, isFetching: there.isFetching, refetch: () => void there.refetch() };
}

const keyOf = (of = '', name: string) => `${plain(of)}\n${plain(name)}`;
const plain = (name: string) => joinedWords(name) || name.trim();

function suggestFrom(
  place: string,
  rows: readonly (readonly [of: string | undefined, row: DeclaredRow])[],
): SuggestDeclared {
  const hints = new Map<string, TextHints | undefined>();
  for (const [of, row] of rows) {
    const key = keyOf(of, row.name);
    // Of several with one name, none is sure to be meant.
    hints.set(key, hints.has(key) || !row.allergens ? undefined : hintsOf(place, row));
  }
  return (of, name) => hints.get(keyOf(of, name));
}

function hintsOf(place: string, row: DeclaredRow): TextHints | undefined {
  const { states, kinds } = copiedFrom(row);
  const said = ALLERGENS.map((one) => [one, stateOf(states, one)] as const).filter(
    (one): one is readonly [(typeof one)[0], Exclude<AllergenState, 'u'>] => one[1] !== 'u',
  );
  return said.length > 0
    ? { allergens: new Map(said), diets: [], quotes: [], place: { name: place, states, kinds } }
    : undefined;
}
