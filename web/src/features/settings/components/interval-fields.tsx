import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { type FieldError, get, type UseFormReturn, useFieldArray, useFormState } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { ErrorLine } from '../../../ui/error-line.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input } from '../../../ui/input.tsx';
import { endsNextDay, type HoursValues, INTERVALS_MAX, type IntervalValue, type TimesWords } from '../hours-form.ts';

/** The form's field with the intervals of a day. */
type IntervalsName = `days.${number}.intervals` | `special.${number}.intervals`;

interface IntervalFieldsProps {
  form: UseFormReturn<HoursValues>;
  name: IntervalsName;
  /** The day, for screen readers. */
  day: string;
  words: TimesWords;
}

/** The intervals of one day: times from and to, breaks between them. */
export function IntervalFields({ form, name, day, words }: IntervalFieldsProps) {
  const list = useFieldArray({ control: form.control, name });
  const values = form.watch(name) as IntervalValue[];
  const { errors: all } = useFormState({ control: form.control });
  const errors: readonly ({ from?: FieldError; to?: FieldError } | undefined)[] | undefined = get(all, name);
  // Times of one day are right or wrong together.
  const others = values.flatMap((_, index) => [`${name}.${index}.from`, `${name}.${index}.to`] as const);
  const add = () => list.append(values.length === 0 ? { ...words.first } : { from: '', to: '' });
  const addButton = useRef<HTMLButtonElement>(null);
  const remove = (index: number) => {
    flushSync(() => list.remove(index));
    addButton.current?.focus();
  };
  const more = list.fields.length === 0 ? words.add : words.more;
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      {list.fields.map(({ id }, index) => {
        const value = values[index] ?? { from: '', to: '' };
        const error = errors?.[index];
        const message = error?.from?.message ?? error?.to?.message;
        const label = list.fields.length > 1 ? `${day}, ${words.one} ${index + 1},` : `${day},`;
        return (
          <div key={id} className="flex flex-col gap-1">
            <div className="flex items-center gap-2">
              <Input
                type="time"
                aria-label={`${label} ${words.from}`}
                aria-invalid={error?.from ? true : undefined}
                aria-describedby={error?.from ? `${id}-error` : undefined}
                className="max-w-36 min-w-0 shrink px-2.5 max-[22.5rem]:[&::-webkit-calendar-picker-indicator]:hidden sm:px-3.5"
                {...form.register(`${name}.${index}.from`, { deps: others })}
              />
              <span aria-hidden>–</span>
              <Input
                type="time"
                aria-label={`${label} ${words.to}`}
                aria-invalid={error?.to ? true : undefined}
                aria-describedby={error?.to ? `${id}-error` : undefined}
                className="max-w-36 min-w-0 shrink px-2.5 max-[22.5rem]:[&::-webkit-calendar-picker-indicator]:hidden sm:px-3.5"
                {...form.register(`${name}.${index}.to`, { deps: others })}
              />
              <IconButton
                label={`Remove ${words.one} of ${day}${list.fields.length > 1 ? ` (${index + 1})` : ''}`}
                className="max-sm:ms-auto"
                onClick={() => remove(index)}
              >
                <X aria-hidden />
              </IconButton>
              {endsNextDay(value) && (
                <span className="text-sm whitespace-nowrap text-ink-muted max-sm:hidden">next day</span>
              )}
            </div>
            {endsNextDay(value) && <p className="text-sm text-ink-muted sm:hidden">Until the next day</p>}
            {message && (
              <ErrorLine id={`${id}-error`} role="alert">
                {message}
              </ErrorLine>
            )}
          </div>
        );
      })}
      {list.fields.length < INTERVALS_MAX && (
        <div className="flex items-center gap-3">
          {list.fields.length === 0 && <span className="text-ink-muted">{words.none}</span>}
          <Button ref={addButton} variant="ghost" className="-ms-3" aria-label={`${more} on ${day}`} onClick={add}>
            <Plus aria-hidden />
            {more}
          </Button>
        </div>
      )}
    </div>
  );
}
