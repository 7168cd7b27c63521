import { useState } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { OwnTimeField } from '../../../lib/times/own-time.tsx';
import { beginningOf, choicesAt, localText, momentInWords, OWN_TIME } from '../../../lib/times/sold-out-until.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useClock } from '../api.ts';
import { ITEM_LABELS, type ItemFormOutput, type ItemFormValues, UNTYPED_TIME } from '../item-form.ts';

/** The select's value for an open end, which is '' in the form: Radix reserves that. */
const ALWAYS = 'always';

/** Until when an item of the dialog is sold out. Nothing while it is available. */
export function SoldOutField({ form }: { form: UseFormReturn<ItemFormValues, unknown, ItemFormOutput> }) {
  const clock = useClock();
  const zone = clock.timeZone;
  // As the dialog opens: a choice must not change its time while it is chosen.
  const [now] = useState(Date.now);
  const isAvailable = useWatch({ control: form.control, name: 'isAvailable' });
  if (isAvailable) return null;

  const choices = choicesAt(clock, now);
  const known = form.formState.defaultValues?.soldOutUntil || undefined;
  const times = choices.map(({ at, label }) => ({
    value: at === undefined ? ALWAYS : new Date(at).toISOString(),
    label,
  }));
  if (known !== undefined && !times.some(({ value }) => value === known)) {
    times.push({ value: known, label: `Until ${momentInWords(Date.parse(known), zone, now)}` });
  }
  const error = form.formState.errors.soldOutUntil?.message;

  return (
    <Controller
      control={form.control}
      name="soldOutUntil"
      render={({ field }) => {
        const isOwn = field.value !== '' && !times.some(({ value }) => value === field.value);
        return (
          <div className="flex max-w-96 flex-col gap-4 ps-9">
            <FormField label={ITEM_LABELS.soldOutUntil} error={isOwn ? undefined : error}>
              <Select
                ref={isOwn ? undefined : field.ref}
                options={[...times, { value: UNTYPED_TIME, label: OWN_TIME }]}
                value={isOwn ? UNTYPED_TIME : field.value || ALWAYS}
                onValueChange={(value) => {
                  const own = localText(beginningOf({ soldOutUntil: known }, choices), zone);
                  field.onChange(value === UNTYPED_TIME ? own : value === ALWAYS ? '' : value);
                }}
                onBlur={field.onBlur}
              />
            </FormField>
            {isOwn && (
              <OwnTimeField
                ref={field.ref}
                zone={zone}
                value={field.value.endsWith('Z') ? localText(Date.parse(field.value), zone) : field.value}
                onChange={(value) => field.onChange(value || UNTYPED_TIME)}
                onBlur={field.onBlur}
                error={error}
              />
            )}
          </div>
        );
      }}
    />
  );
}
