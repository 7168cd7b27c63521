import type { AllergenKind, DeclaredAllergens } from '@tavola/contracts/allergens.ts';
import { NUT_KINDS, WHEAT_KINDS } from '@tavola/contracts/rules/allergen-kinds.ts';
import {
  type Allergen,
  type AllergenState,
  isWith,
  NOTHING_DECLARED,
  stateOf,
} from '@tavola/contracts/rules/allergens.ts';
import { withState as inStates, isConfirmed, safeStates } from '@tavola/contracts/rules/declared-allergens.ts';

/** The nuts and cereals that can be named besides, by what is declared of their allergen. */
export const KINDS_OF: Partial<Record<Allergen, readonly AllergenKind[]>> = {
  gluten: ['wheat', 'rye', 'barley', 'oats', 'spelt', 'kamut'],
  nuts: NUT_KINDS,
};

/** What is being declared of a dish or an option. */
export interface Declaration {
  /** A letter for each of `ALLERGENS`. */
  readonly states: string;
  readonly kinds: readonly AllergenKind[];
}

/** A dish or an option: what is declared of it is about its texts. */
export type DeclaredRow = Parameters<typeof isConfirmed>[1] & { readonly allergens?: DeclaredAllergens | undefined };

/** The declaration of `row` as its form begins with it. */
export const declarationOf = ({ allergens }: DeclaredRow): Declaration => ({
  states: allergens?.states ?? NOTHING_DECLARED,
  kinds: (allergens?.kinds ?? []) as AllergenKind[],
});

/** What of the declaration of `row` still counts, to say the same of another dish. */
export function copiedFrom(row: DeclaredRow): Declaration {
  const { states, kinds } = declarationOf(row);
  return { states: safeStates(states, row.allergens !== undefined && isConfirmed(row.allergens, row)), kinds };
}

/** Whether two declarations say the same. */
export const isSameDeclaration = (one: Declaration, other: Declaration): boolean =>
  one.states === other.states && [...one.kinds].sort().join() === [...other.kinds].sort().join();

/** How far a dish is declared. */
export type DeclarationStatus = 'declared' | 'unconfirmed' | 'missing';

/** Whether all allergens that are `asked` are declared of `row`, and for the texts that it has now. */
export function statusOf(row: DeclaredRow, asked: readonly Allergen[]): DeclarationStatus {
  const { allergens } = row;
  if (!allergens || asked.every((one) => stateOf(allergens.states, one) === 'u')) return 'missing';
  return isConfirmed(allergens, row) ? 'declared' : 'unconfirmed';
}

/**
 * `declaration` with `state` for `allergen`. Of gluten and wheat, the one that is not `asked` follows, as the two must not contradict
 * each other: what is free from gluten is free from wheat, and what contains wheat contains gluten.
 */
export function withState(
  { states, kinds }: Declaration,
  allergen: Allergen,
  state: AllergenState,
  asked: readonly Allergen[],
): Declaration {
  let next = inStates(states, allergen, state);
  if (allergen === 'gluten' && !asked.includes('wheat')) {
    if (state === 'f') next = inStates(next, 'wheat', 'f');
    // It was free from wheat because it was free from gluten.
    else if (stateOf(states, 'gluten') === 'f') next = inStates(next, 'wheat', 'u');
  }
  if (allergen === 'wheat' && !asked.includes('gluten') && isWith(state)) {
    const gluten = stateOf(next, 'gluten');
    if (gluten !== 'c') next = inStates(next, 'gluten', state);
  }
  const gone: readonly AllergenKind[] = isWith(state)
    ? []
    : allergen === 'wheat'
      ? WHEAT_KINDS
      : (KINDS_OF[allergen] ?? []);
  return { states: next, kinds: kinds.filter((kind) => !gone.includes(kind)) };
}

/** `declaration` with these `kinds`. Where wheat is not `asked`, one that is wheat takes back that the dish is free from it. */
export function withKinds(
  { states }: Declaration,
  kinds: readonly AllergenKind[],
  asked: readonly Allergen[],
): Declaration {
  const isWrong = !asked.includes('wheat') && stateOf(states, 'wheat') === 'f';
  const takesBack = isWrong && kinds.some((kind) => (WHEAT_KINDS as readonly AllergenKind[]).includes(kind));
  return { states: takesBack ? inStates(states, 'wheat', 'u') : states, kinds };
}

/** `declaration` in which all that is `asked` and not declared yet is free from it. */
export const withRestFree = (declaration: Declaration, asked: readonly Allergen[]): Declaration =>
  asked
    .filter((one) => stateOf(declaration.states, one) === 'u')
    .reduce((before, one) => withState(before, one, 'f', asked), declaration);

/** Of which allergens nothing is declared. */
export const undeclaredOf = ({ states }: Declaration, asked: readonly Allergen[]): readonly Allergen[] =>
  asked.filter((one) => stateOf(states, one) === 'u');

/** The allergens to ask of a dish with `diet`: guests read "gluten-free" only where gluten is declared, so that is asked, too. */
export const askedWith = (diet: readonly string[] | undefined, asked: readonly Allergen[]): readonly Allergen[] =>
  diet?.includes('gluten-free') && !asked.includes('gluten') ? ['gluten', ...asked] : asked;

/** Whether `row` is declared free from gluten, for the texts that it has now. */
export const isGlutenFree = (row: DeclaredRow): boolean =>
  row.allergens !== undefined && isConfirmed(row.allergens, row) && stateOf(row.allergens.states, 'gluten') === 'f';

/** The body of the request that declares it. */
export const declarationInput = ({ states, kinds }: Declaration) => ({
  states,
  ...(kinds.length > 0 && { kinds: [...kinds] }),
});
