import { Trash2 } from 'lucide-react';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import { FormField } from '../../../ui/form-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input } from '../../../ui/input.tsx';
import type { HoursValues, TimesWords } from '../hours-form.ts';
import { IntervalFields } from './interval-fields.tsx';

interface SpecialDayProps {
  form: UseFormReturn<HoursValues>;
  index: number;
  /** Today's date, such as '2026-12-24'. */
  today: string;
  words: TimesWords;
  onRemove: () => void;
}

/** A day, or several in a row, with hours of their own. */
export function SpecialDay({ form, index, today, words, onRemove }: SpecialDayProps) {
  const { errors: all } = useFormState({ control: form.control });
  const errors = all.special?.[index];
  const [from, reason] = form.watch([`special.${index}.from`, `special.${index}.reason`]);
  const name = reason || from || `special day ${index + 1}`;
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-control border border-line p-4">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-4 sm:grid-cols-2">
          <FormField label="Day" error={errors?.from?.message} required>
            {/* Scrolled to when the day is added, with what follows. */}
            <Input
              type="date"
              min={today}
              className="scroll-mb-[min(12rem,30dvh)]"
              {...form.register(`special.${index}.from`)}
            />
          </FormField>
          <FormField label="Last day" error={errors?.to?.message} optional>
            <Input type="date" min={from || today} {...form.register(`special.${index}.to`)} />
          </FormField>
          <FormField label="Reason" error={errors?.reason?.message} className="sm:col-span-2" optional>
            <Input dir="auto" placeholder="Christmas" {...form.register(`special.${index}.reason`)} />
          </FormField>
        </div>
        <IconButton label={`Remove ${name}`} tone="destructive" className="-me-2 -mt-2" onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <IntervalFields form={form} name={`special.${index}.intervals`} day={name} words={words} />
    </fieldset>
  );
}
