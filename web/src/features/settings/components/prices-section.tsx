import { NOTE_MAX, type Notes } from '@tavola/contracts/money.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { type ReactNode, useState } from 'react';
import { Controller } from 'react-hook-form';
import { currencyGroups } from '../../../lib/money/currency-options.ts';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { Card, CardSection } from '../../../ui/card.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { GroupedSelect } from '../../../ui/grouped-select.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { noteExamples } from '../note-examples.ts';
import { NOTE_FIELDS, NOTES, type SettingsFormApi, type SettingsValues, type TaxChoice } from '../settings-values.ts';

const NOTE_LABELS: Readonly<Record<keyof Notes, string>> = {
  tax: 'Tax Note',
  service: 'Service Note',
  tip: 'Tip Note',
};

export const TAX_WORDS: Readonly<Record<TaxChoice, string>> = {
  '': 'Not shown',
  yes: 'Included',
  no: 'Not included',
};

/** Radix reserves '' for "nothing chosen". */
const NOTHING = 'nothing';

const TAX_OPTIONS = Object.entries(TAX_WORDS).map(([value, label]) => ({ value: value || NOTHING, label }));

/** What each choice does. */
const TAX_HINTS: Readonly<Record<TaxChoice, string>> = {
  '': "The menu doesn't mention tax.",
  yes: 'Guests see “Prices include tax.” below the menu.',
  no: 'Guests see “Tax is not included in the prices.” below the menu.',
};

interface PricesSectionProps {
  form: SettingsFormApi;
  values: SettingsValues;
  /** How guests read prices in the chosen currency. */
  money: OwnMoney;
  /** Stands below the notes. */
  end: ReactNode;
}

/** The currency of prices, and what the menu says about them. */
export function PricesSection({ form, values, money, end }: PricesSectionProps) {
  const { errors } = form.formState;
  const examples = noteExamples(money);
  // Computed once, so that the list does not change while the user chooses.
  const [currencies] = useState(() => currencyGroups(values.currency));
  return (
    <Card>
      <CardSection>
        <FormField
          label="Currency"
          error={errors.currency?.message}
          hint={
            <>
              Guests see prices like <bdi dir="ltr">{formatMoney(1234.5, money)}</bdi>.
              {money.digits === 0 && ' Prices with decimals are shown rounded.'}
            </>
          }
        >
          <GroupedSelect groups={currencies} {...form.register('currency')} />
        </FormField>
        <Controller
          control={form.control}
          name="pricesIncludeTax"
          render={({ field }) => (
            <div className="flex flex-col gap-1.5">
              <span aria-hidden className="text-sm font-semibold">
                Tax
              </span>
              <Segmented
                label="Tax"
                value={field.value || NOTHING}
                options={TAX_OPTIONS}
                onValueChange={(value) => field.onChange(value === NOTHING ? '' : value)}
                className="self-start max-sm:w-full"
              />
              <p role="status" className="text-sm text-ink-muted">
                {TAX_HINTS[field.value]}
              </p>
            </div>
          )}
        />
        {NOTES.map((note) => {
          const name = NOTE_FIELDS[note];
          return (
            <FormField
              key={note}
              label={NOTE_LABELS[note]}
              error={errors[name]?.message}
              aside={<Counter length={values[name].length} />}
              optional
            >
              <Textarea rows={1} dir="auto" placeholder={examples[note]} {...form.register(name)} />
            </FormField>
          );
        })}
        {end}
      </CardSection>
    </Card>
  );
}

/** How much of a note's space is used; screen readers get the error instead. */
function Counter({ length }: { length: number }) {
  return (
    <span
      aria-hidden
      className={length > NOTE_MAX ? 'figures text-sm text-tomato-ink' : 'figures text-sm text-ink-faint'}
    >
      {length}/{NOTE_MAX}
    </span>
  );
}
