import type { AllergenKind } from '@tavola/contracts/allergens.ts';
import { ALLERGENS, type Allergen, type AllergenState, stateOf } from '@tavola/contracts/rules/allergens.ts';
import type { ShownAllergens } from './shown-menu.ts';
import { en } from './words/en.ts';
import type { PageWords } from './words/page-words.ts';

type Speaker = Pick<PageWords, 'say' | 'locale'>;

/** Of the kinds that a declaration names, the cereals; the others are nuts. They stand after the allergen. */
const CEREALS: readonly string[] = ['wheat', 'rye', 'barley', 'oats', 'spelt', 'kamut'] satisfies AllergenKind[];

/** Names one after the other. Without Intl, which the server and a phone may have in different versions. */
export const listed = (names: readonly string[], locale: string): string =>
  names.join(/^(ja|zh)/.test(locale) ? '、' : locale.startsWith('ar') ? '، ' : ', ');

/** An allergen with its kinds, such as 'nuts (almonds, walnuts)'. */
function named(allergen: Allergen, { kinds = [] }: ShownAllergens, { say, locale }: Speaker): string {
  const isCereal = allergen === 'gluten';
  // A newer release may know more kinds, which have no words here.
  const own = kinds.filter((kind): kind is AllergenKind => kind in en && CEREALS.includes(kind) === isCereal);
  const name = say(allergen);
  return own.length > 0 && (isCereal || allergen === 'nuts')
    ? `${name} (${listed(
        own.map((kind) => say(kind)),
        locale,
      )})`
    : name;
}

/** Which of the allergens `shown` have the state `state`, in words; undefined if none has. */
export function inState(
  declared: ShownAllergens,
  state: AllergenState,
  shown: readonly Allergen[],
  speaker: Speaker,
): string | undefined {
  const names = shown.filter((one) => stateOf(declared.s, one) === state).map((one) => named(one, declared, speaker));
  return names.length > 0 ? listed(names, speaker.locale) : undefined;
}

/** 'Contains gluten, milk' and 'May contain nuts'. */
export function warningsOf(declared: ShownAllergens, shown: readonly Allergen[], speaker: Speaker): string[] {
  const contained = inState(declared, 'c', shown, speaker);
  const traces = inState(declared, 'm', shown, speaker);
  return [
    ...(contained ? [speaker.say('contains', { list: contained })] : []),
    ...(traces ? [speaker.say('mayContain', { list: traces })] : []),
  ];
}

/** On paper each allergen is a letter: those of Austria's menus, and W for wheat, which has none there. */
const LETTERS = 'AWBCDEFGHLMNOPR';

/** The letter of an allergen on paper. */
export const letterOf = (allergen: Allergen): string => LETTERS[ALLERGENS.indexOf(allergen)] as string;

/** On paper, what is not declared of a dish of which something is. */
export const UNKNOWN = '?';

/** What is declared, in letters: 'A, G (H)' for traces in brackets, and a question mark where something is unknown. */
export function lettersOf({ s }: ShownAllergens, shown: readonly Allergen[]): string {
  const of = (state: AllergenState) => shown.filter((one) => stateOf(s, one) === state);
  const traces = of('m').map(letterOf).join(', ');
  return [...of('c').map(letterOf), ...(traces ? [`(${traces})`] : []), ...(of('u').length > 0 ? [UNKNOWN] : [])].join(
    ', ',
  );
}
