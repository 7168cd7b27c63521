import type { AllergenKind } from '@tavola/contracts/allergens.ts';
import { allergenOfKind, isWheat } from '@tavola/contracts/rules/allergen-kinds.ts';
import { ALLERGENS, type Allergen, isWith, stateOf } from '@tavola/contracts/rules/allergens.ts';
import { basisOf, withState as inStates } from '@tavola/contracts/rules/declared-allergens.ts';
import { statesInWords } from './allergen-words.ts';
import { type Declaration, type DeclaredRow, declarationOf, isSameDeclaration, withState } from './declaration.ts';

/** What a draft began on: the declaration of a dish or an option at that time. */
export interface DraftBase extends Declaration {
  /** The hash of the texts that it is about. */
  readonly basis: string;
  /** The entity tag of the dish, or of the option's group. */
  readonly tag: string | undefined;
}

/** A declaration that is being made, and what it began on. It says something else than that. */
export interface DeclarationDraft {
  readonly base: DraftBase;
  readonly declaration: Declaration;
}

/** What a draft on `row` begins on; `tag` is the entity tag of the row, or of the option's group. */
export const baseOf = (row: DeclaredRow, tag: string | undefined): DraftBase => ({
  ...declarationOf(row),
  basis: basisOf(row),
  tag,
});

/** The draft `before`, or a new one on `now`, with `declaration`; undefined where that says what the draft began on. */
export function editedDraft(
  before: DeclarationDraft | undefined,
  now: DraftBase,
  declaration: Declaration,
): DeclarationDraft | undefined {
  const base = before?.base ?? now;
  return isSameDeclaration(declaration, base) ? undefined : { base, declaration };
}

/** What is left of `draft` after `sent` was declared, which made the row `declared`: what was changed meanwhile. */
export const draftSince = (
  draft: DeclarationDraft | undefined,
  sent: DeclarationDraft,
  declared: DraftBase,
): DeclarationDraft | undefined => {
  const declaration = draft?.declaration ?? sent.base;
  return isSameDeclaration(declaration, sent.declaration) ? undefined : editedDraft(undefined, declared, declaration);
};

/** The tag to send a draft with: that of `now`, unless what the draft is about was changed since it began. */
export const tagFor = ({ base }: DeclarationDraft, now: DraftBase): string | undefined =>
  isSameDeclaration(base, now) && base.basis === now.basis ? now.tag : base.tag;

/** Whether a dish with the states `s` may name `kind`: one that is free from nuts has no hazelnuts. */
export const mayBeNamed = (kind: AllergenKind, s: string): boolean =>
  isWith(stateOf(s, allergenOfKind(kind))) && !(isWheat(kind) && stateOf(s, 'wheat') === 'f');

/** A draft that goes on from what somebody else declared. */
export interface RebasedDraft {
  /** Undefined where nothing is left to declare. */
  draft: DeclarationDraft | undefined;
  /** The allergens of which a newer warning replaced what the draft said. */
  overruled: readonly Allergen[];
  /** Why the draft was refused, in words; undefined where the other declared the same. */
  refusal: string | undefined;
}

/**
 * The draft on `now`: what it changed is changed there, too. But a newer warning stays: nobody takes back "contains" or "may contain"
 * without having read it.
 */
export function rebaseDraft({ base, declaration }: DeclarationDraft, now: DraftBase): RebasedDraft {
  const overruled: Allergen[] = [];
  let { states } = now;
  for (const allergen of ALLERGENS) {
    const [before, mine, theirs] = [base, declaration, now].map((one) => stateOf(one.states, allergen));
    if (mine === undefined || theirs === undefined || mine === before || mine === theirs) continue;
    const isNewer =
      theirs !== before || now.kinds.some((kind) => allergenOfKind(kind) === allergen && !base.kinds.includes(kind));
    if (isNewer && isWith(theirs) && mine !== 'c') overruled.push(allergen);
    else states = inStates(states, allergen, mine);
  }
  // One of two changed gluten, the other one wheat, which is a cereal with gluten.
  const wheat = stateOf(states, 'wheat');
  const agreed = withState({ states, kinds: [] }, 'wheat', wheat, ALLERGENS).states;
  if (agreed !== states && isWith(wheat)) overruled.push('gluten');
  states = agreed;
  const isGone = (kind: AllergenKind) =>
    base.kinds.includes(kind) && !declaration.kinds.includes(kind) && !overruled.includes(allergenOfKind(kind));
  const added = declaration.kinds.filter((kind) => !base.kinds.includes(kind) && !now.kinds.includes(kind));
  const kinds = [...now.kinds.filter((kind) => !isGone(kind)), ...added].filter((kind) => mayBeNamed(kind, states));
  const draft = editedDraft(undefined, now, { states, kinds });
  return { draft, overruled, refusal: refusalOf(states, overruled, draft !== undefined) };
}

/** Why a declaration was refused. */
export const CHANGED_MEANWHILE = 'Someone else just changed it. Check it, and declare again.';

function refusalOf(states: string, overruled: readonly Allergen[], isLeft: boolean): string | undefined {
  if (overruled.length === 0) return isLeft ? CHANGED_MEANWHILE : undefined;
  const warning = `Someone else just declared: ${statesInWords(states, overruled)}.`;
  return `${warning} Check it${isLeft ? ', and declare again' : ''}.`;
}
