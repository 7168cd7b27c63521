import { DIETS, type Diet } from '@tavola/contracts/rules/diets.ts';
import Leaf from 'lucide-react/icons/leaf';
import { useContext } from 'react';
import { type SharedFacts, SharedFactsContext } from '../option-groups.ts';
import type { ShownItem } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';
import type { Say } from '../words/words.ts';

/** What is of plants; the other diets have words alone, as each icon is a part of guests' download. */
const OF_PLANTS: readonly Diet[] = ['vegan', 'vegetarian', 'organic'];

/** A diet's word, with a leaf for what is of plants. */
export function DietName({ diet }: { diet: Diet }) {
  const { say } = usePageWords();
  return (
    <span className="diet">
      {OF_PLANTS.includes(diet) && <Leaf aria-hidden />}
      <span>{say(diet)}</span>
    </span>
  );
}

/** The diets of a dish, how spicy it is and its energy, in one line. */
export function DietsAndFacts({ item }: { item: ShownItem }) {
  const { say, own } = usePageWords();
  const { diet = [] } = item;
  // Of what is vegan, "vegetarian" says nothing more; a newer release may know more diets.
  const diets = DIETS.filter((one) => diet.includes(one) && !(one === 'vegetarian' && diet.includes('vegan')));
  const facts = factsOf(item, useContext(SharedFactsContext).energy, say).join(' · ');
  if (diets.length === 0 && !facts) return null;
  return (
    <p {...own} className="dish-facts">
      {diets.map((one) => (
        <DietName key={one} diet={one} />
      ))}
      {facts}
    </p>
  );
}

/** The words of `spice`, from 0. */
const SPICE = ['mild', 'bitSpicy', 'spicy', 'verySpicy'] as const;

/** What the owner said of a dish besides its description and diets, in words. */
function factsOf({ spice, energy }: ShownItem, word: SharedFacts['energy'], say: Say): string[] {
  const level = spice === undefined ? undefined : SPICE[spice];
  return [...(level ? [say(level)] : []), ...(energy === undefined ? [] : [say(word, { amount: energy })])];
}
