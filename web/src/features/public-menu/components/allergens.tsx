import { type Allergen, stateOf } from '@tavola/contracts/rules/allergens.ts';
import { useContext } from 'react';
import { inState, letterOf, lettersOf, UNKNOWN, warningsOf } from '../allergens-in-words.ts';
import { fullDate } from '../hours-in-words.ts';
import { groupsOf, SharedFactsContext } from '../option-groups.ts';
import type { ShownAllergens, ShownItem, ShownMenu } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';

/** What a dish is declared to contain: in words, and in letters on paper. */
export function AllergenLine({ allergens }: { allergens: ShownAllergens | undefined }) {
  const { own, say, locale } = usePageWords();
  const { allergens: shown, declares } = useContext(SharedFactsContext);
  const warnings = allergens ? warningsOf(allergens, shown, { say, locale }) : [];
  const onPaper = allergens ? lettersOf(allergens, shown) : say('allergensUndeclared');
  return (
    <>
      {warnings.length > 0 && (
        <p {...own} className="dish-facts print:hidden">
          {warnings.join(' · ')}
        </p>
      )}
      {declares === 'allergens' && onPaper && (
        <p {...own} className="dish-facts hidden print:block">
          {onPaper}
        </p>
      )}
    </>
  );
}

/** All that is declared of a dish, of what nothing is declared, and since when. */
export function AllergenDetails({ item }: { item: ShownItem }) {
  const { own, say, locale } = usePageWords();
  const { allergens: shown, groups } = useContext(SharedFactsContext);
  const { allergens } = item;
  if (!allergens) {
    return (
      <p {...own} className="mt-3 border-t border-line pt-4 text-sm text-ink-muted">
        {say('allergensUndeclared')}
      </p>
    );
  }
  const options = groupsOf(item, groups).flatMap((group) => group.options);
  const isInNone = (one: Allergen) => options.every((option) => stateOf(option.allergens?.s, one) === 'f');
  const list = (state: 'f' | 'u', of = shown) => inState(allergens, state, of, { say, locale });
  const free = list('f', shown.filter(isInNone));
  const depends = list(
    'f',
    shown.filter((one) => !isInNone(one)),
  );
  const unknown = list('u');
  return (
    <div {...own} className="flex flex-col gap-1.5 mt-3 border-t border-line pt-4 text-sm text-ink-muted">
      <h4 className="font-semibold text-ink">{say('allergens')}</h4>
      {warningsOf(allergens, shown, { say, locale }).map((warning) => (
        <p key={warning} className="font-semibold text-ink">
          {warning}
        </p>
      ))}
      {free && <p>{say('freeFrom', { list: free })}</p>}
      {depends && <p>{`${say('dependsOnChoice')} · ${depends}`}</p>}
      {unknown && <p>{say('notDeclared', { list: unknown })}</p>}
      <p>{say('declaredOn', { date: fullDate(allergens.on, locale) })}</p>
      <p>{say('declaredCaution')}</p>
    </div>
  );
}

/** On paper, below the menu: what the letters of the dishes mean, and since when it is so. */
export function AllergenLegend({ menu: { items, optionGroups = [] } }: { menu: ShownMenu }) {
  const { own, say, locale } = usePageWords();
  const { allergens: shown, declares } = useContext(SharedFactsContext);
  if (declares !== 'allergens') return null;
  const options: Pick<ShownItem, 'allergens'>[] = optionGroups.flatMap((group) => group.options);
  const declared = [...items, ...options].flatMap(({ allergens }) => allergens ?? []);
  const has = (states: string) => shown.filter((one) => declared.some(({ s }) => states.includes(stateOf(s, one))));
  const letters = has('cm').map((one) => `${letterOf(one)} ${say(one)}`);
  const days = declared.map(({ on }) => on).sort();
  const fromTo = [...new Set([days.at(0), days.at(-1)])].flatMap((on) => (on ? fullDate(on, locale) : []));
  return (
    <div {...own} className="hidden text-xs print:block print:break-inside-avoid print:pt-4">
      {days.length > 0 && (
        <p>
          {[
            `${say('allergens')}: ${letters.join(', ')}`,
            ...(has('m').length > 0 ? [say('inBrackets')] : []),
            ...(has('u').length > 0 || options.some(({ allergens }) => !allergens)
              ? [`${UNKNOWN} ${say('undeclared')}`]
              : []),
            say('declaredOn', { date: fromTo.join(' – ') }),
          ].join(' · ')}
        </p>
      )}
      <p>{say('declaredCaution')}</p>
    </div>
  );
}
