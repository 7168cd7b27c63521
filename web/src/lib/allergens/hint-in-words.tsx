import type { Allergen, AllergenState } from '@tavola/contracts/rules/allergens.ts';
import { namesInWords, shortlyInWords } from './allergen-words.ts';
import { isDeclaredThere, type TextHints } from './text-hints.ts';

interface HintInWordsProps {
  hints: Pick<TextHints, 'place' | 'quotes'>;
  /** What of it is not declared yet. */
  hinted: readonly (readonly [Allergen, AllergenState])[];
  asked: readonly Allergen[];
}

/** Who hints at what: another restaurant's declaration, the dish's texts, or both. */
export function HintInWords({ hints, hinted, asked }: HintInWordsProps) {
  const { place, quotes } = hints;
  const inText = hinted.filter(([one, state]) => !isDeclaredThere(hints, one, state)).map(([one]) => one);
  return (
    <>
      {place && (
        <>
          Declared in <bdi className="font-semibold">{place.name}</bdi>: {shortlyInWords(place.states, asked)}.{' '}
        </>
      )}
      {quotes.length > 0 && (
        <>
          Your text says <bdi className="font-semibold">{quotes.join(' ')}</bdi>
          {inText.length > 0 && `: ${namesInWords(inText)}`}.
        </>
      )}
    </>
  );
}
