import type { AllergenKind, DeclaredAllergens } from '@tavola/contracts/allergens.ts';
import { allergenOfKind, isWheat, NUT_KINDS } from '@tavola/contracts/rules/allergen-kinds.ts';
import {
  ALLERGENS,
  type Allergen,
  type AllergenState,
  isWith,
  NOTHING_DECLARED,
  stateOf,
} from '@tavola/contracts/rules/allergens.ts';
import {
  withState as inStates,
  isConfirmed,
  renewedStates,
  safeStates,
  statusOf,
} from '@tavola/contracts/rules/declared-allergens.ts';

export { type DeclarationStatus, statusOf } from '@tavola/contracts/rules/declared-allergens.ts';

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

/** What of the declaration of `row` still counts, to say the same of another dish. Nothing is "free from" what is not `asked`. */
export function copiedFrom(row: DeclaredRow, asked: readonly Allergen[] = ALLERGENS): Declaration {
  const { states, kinds } = declarationOf(row);
  const safe = safeStates(states, row.allergens !== undefined && isConfirmed(row.allergens, row));
  return { states: renewedStates(safe, asked), kinds };
}

/** Whether two declarations say the same. */
export const isSameDeclaration = (one: Declaration, other: Declaration): boolean =>
  one.states === other.states && [...one.kinds].sort().join() === [...other.kinds].sort().join();

/**
 * `declaration` with `state` for `allergen`. Of gluten and wheat the other one follows, so that the server has nothing to add: wheat is a
 * cereal with gluten. What follows without being `asked` is taken back with what it followed from: it is on no screen.
 */
export function withState(
  declaration: Declaration,
  allergen: Allergen,
  state: AllergenState,
  asked: readonly Allergen[],
): Declaration {
  let states = inStates(declaration.states, allergen, state);
  if (allergen === 'gluten') states = inStates(states, 'wheat', wheatAfter(declaration, state, asked));
  if (allergen === 'wheat') states = inStates(states, 'gluten', glutenAfter(declaration, state, asked));
  return { states, kinds: declaration.kinds.filter((kind) => isWith(stateOf(states, allergenOf(kind)))) };
}

/** What `declaration` says of wheat once `state` is declared of gluten. */
function wheatAfter({ states }: Declaration, state: AllergenState, asked: readonly Allergen[]): AllergenState {
  const [gluten, wheat] = [stateOf(states, 'gluten'), stateOf(states, 'wheat')];
  if (state === 'f') return 'f';
  if (!asked.includes('wheat') && gluten === wheat) return isWith(gluten) ? state : 'u';
  return isWith(wheat) && state !== 'c' ? state : wheat;
}

/** What `declaration` says of gluten once `state` is declared of wheat. */
function glutenAfter({ states, kinds }: Declaration, state: AllergenState, asked: readonly Allergen[]): AllergenState {
  const [gluten, wheat] = [stateOf(states, 'gluten'), stateOf(states, 'wheat')];
  if (state === 'c') return 'c';
  const hasFollowed =
    !asked.includes('gluten') && gluten === wheat && kinds.every((kind) => allergenOf(kind) !== 'gluten');
  if (state === 'm') return isWith(gluten) && !hasFollowed ? gluten : 'm';
  const isGone = isWith(gluten) ? hasFollowed : state === 'u' && gluten === 'f';
  return isGone ? 'u' : gluten;
}

/** The allergen that a dish has if it has `kind`. */
const allergenOf = (kind: AllergenKind): Allergen => (isWheat(kind) ? 'wheat' : allergenOfKind(kind));

/** `declaration` with these `kinds`. One that is wheat says of wheat what is said of gluten. */
export function withKinds(
  { states, kinds: before }: Declaration,
  kinds: readonly AllergenKind[],
  asked: readonly Allergen[],
): Declaration {
  const isAsked = asked.includes('wheat');
  if (kinds.some(isWheat) && !(isAsked && isWith(stateOf(states, 'wheat')))) {
    return { states: inStates(states, 'wheat', stateOf(states, 'gluten')), kinds };
  }
  return { states: before.some(isWheat) && !isAsked ? inStates(states, 'wheat', 'u') : states, kinds };
}

/** `declaration` in which all that is `asked` and not declared yet is free from it. */
export const withRestFree = (declaration: Declaration, asked: readonly Allergen[]): Declaration =>
  asked
    .filter((one) => stateOf(declaration.states, one) === 'u')
    .reduce((before, one) => withState(before, one, 'f', asked), declaration);

/** Whether something is declared of `row` that a change of its texts takes back. */
export const isDeclared = (row: DeclaredRow, asked: readonly Allergen[]): boolean =>
  ['declared', 'partly'].includes(statusOf(row, asked));

/** Of which allergens nothing is declared. */
export const undeclaredOf = ({ states }: Declaration, asked: readonly Allergen[]): readonly Allergen[] =>
  asked.filter((one) => stateOf(states, one) === 'u');

/** Whether `row` is declared free from gluten, for the texts that it has now. */
export const isGlutenFree = (row: DeclaredRow): boolean =>
  row.allergens !== undefined && isConfirmed(row.allergens, row) && stateOf(row.allergens.states, 'gluten') === 'f';

/** The body of the request that declares it. */
export const declarationInput = ({ states, kinds }: Declaration) => ({
  states,
  ...(kinds.length > 0 && { kinds: [...kinds] }),
});
