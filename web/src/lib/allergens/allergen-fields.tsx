import type { AllergenKind } from '@tavola/contracts/allergens.ts';
import { type Allergen, type AllergenState, stateOf } from '@tavola/contracts/rules/allergens.ts';
import { Check, CircleHelp, X } from 'lucide-react';
import { Item, Root } from 'radix-ui/toggle-group';
import type { ReactNode } from 'react';
import { Chips } from '../../ui/chips.tsx';
import { cn } from '../../ui/cn.ts';
import { ALLERGEN_NAMES, KIND_NAMES, STATE_NAMES } from './allergen-words.ts';
import { type Declaration, KINDS_OF, withKinds, withState } from './declaration.ts';

interface AllergenFieldsProps {
  declaration: Declaration;
  /** The allergens of the restaurant's scheme. */
  asked: readonly Allergen[];
  /** What points to an allergen that is not declared yet, to check. */
  hints?: ReadonlyMap<Allergen, ReactNode>;
  onChange: (declaration: Declaration) => void;
}

/** What a dish or an option contains: a three-way control for each allergen. At rest, nothing is said. */
export function AllergenFields({ declaration, asked, hints, onChange }: AllergenFieldsProps) {
  return (
    <ul className="divide-y divide-line rounded-control border border-line">
      {asked.map((allergen) => {
        const state = stateOf(declaration.states, allergen);
        const hint = state === 'u' ? hints?.get(allergen) : undefined;
        const kinds = state === 'c' || state === 'm' ? KINDS_OF[allergen] : undefined;
        return (
          <li key={allergen} className="flex flex-col gap-2 px-3 py-1.5 sm:px-4">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span aria-hidden className="min-w-24 text-sm font-semibold">
                {ALLERGEN_NAMES[allergen]}
              </span>
              <StateControl
                allergen={allergen}
                state={state}
                onChange={(next) => onChange(withState(declaration, allergen, next, asked))}
              />
            </div>
            {hint && <p className="-mt-1 text-sm text-saffron-ink">{hint}</p>}
            {kinds && (
              <KindChips
                allergen={allergen}
                kinds={kinds}
                chosen={declaration.kinds}
                onChange={(chosen) => onChange(withKinds(declaration, chosen, asked))}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Icons and colors of the states, always beside their words or letters. */
const STATE_LOOKS: Readonly<Record<Exclude<AllergenState, 'u'>, { Icon: typeof Check; className: string }>> = {
  c: { Icon: Check, className: 'data-[state=on]:bg-tomato-soft data-[state=on]:text-tomato-ink' },
  m: { Icon: CircleHelp, className: 'data-[state=on]:bg-saffron-soft data-[state=on]:text-saffron-ink' },
  f: { Icon: X, className: 'data-[state=on]:bg-brand-soft data-[state=on]:text-brand-ink' },
};

const CHOICES = ['c', 'm', 'f'] as const;

interface StateControlProps {
  allergen: Allergen;
  state: AllergenState;
  onChange: (state: AllergenState) => void;
}

/** What is declared of one allergen; pressing the chosen state again takes it back. */
function StateControl({ allergen, state, onChange }: StateControlProps) {
  return (
    <Root
      type="single"
      role="radiogroup"
      aria-label={ALLERGEN_NAMES[allergen]}
      value={state === 'u' ? '' : state}
      onValueChange={(next) => onChange((next || 'u') as AllergenState)}
      className="flex max-sm:grid max-sm:w-full max-sm:grid-cols-3 max-sm:gap-1 sm:-me-1.5"
    >
      {CHOICES.map((choice) => {
        const { Icon, className } = STATE_LOOKS[choice];
        return (
          <Item
            key={choice}
            value={choice}
            className={cn(
              'inline-flex min-h-11 items-center justify-center gap-1 rounded-control px-2 text-sm max-sm:border max-sm:border-line font-medium whitespace-nowrap text-ink-muted transition-colors duration-150 hover:bg-sunken hover:text-ink data-[state=on]:font-semibold sm:gap-1.5 sm:px-2.5',
              className,
            )}
          >
            {state === choice && <Icon aria-hidden className="size-3.5" />}
            {STATE_NAMES[choice]}
          </Item>
        );
      })}
    </Root>
  );
}

interface KindChipsProps {
  allergen: Allergen;
  kinds: readonly AllergenKind[];
  chosen: readonly AllergenKind[];
  onChange: (chosen: AllergenKind[]) => void;
}

/** Which nuts or cereals. */
function KindChips({ allergen, kinds, chosen, onChange }: KindChipsProps) {
  return (
    <Chips
      label={`Which ${allergen === 'nuts' ? 'nuts' : 'cereals'}?`}
      options={kinds.map((kind) => ({ value: kind, label: KIND_NAMES[kind] }))}
      chosen={kinds.filter((kind) => chosen.includes(kind))}
      onChange={(next) => onChange([...chosen.filter((kind) => !kinds.includes(kind)), ...next])}
      className="pb-2"
    />
  );
}
