import { CalendarPlus } from 'lucide-react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { WEEKDAYS } from '../../../lib/times/week-in-words.ts';
import { Button } from '../../../ui/button.tsx';
import { type HoursValues, SPECIAL_MAX, type TimesWords } from '../hours-form.ts';
import { DayHours } from './day-hours.tsx';
import { SpecialDay } from './special-day.tsx';

interface TimesFieldsProps {
  form: UseFormReturn<HoursValues>;
  /** Today's date, such as '2026-12-24'. */
  today: string;
  words: TimesWords;
  /** Most special days. */
  specialMax?: number;
}

/** The fields for the times of a week: seven rows, and special days. */
export function TimesFields({ form, today, words, specialMax = SPECIAL_MAX }: TimesFieldsProps) {
  const id = useId();
  const special = useFieldArray({ control: form.control, name: 'special' });
  const section = useRef<HTMLElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  const removeSpecial = (index: number) => {
    flushSync(() => special.remove(index));
    // The list can be long: the place is beside the day that is gone.
    const days = section.current?.querySelectorAll('fieldset');
    const button = (days?.[index] ?? days?.[index - 1])?.querySelector('button') ?? addButton.current;
    button?.focus();
  };

  /** Gives the times of one day to the days `to`. */
  const copy = (from: number, to: readonly number[]) => {
    const { intervals } = form.getValues(`days.${from}`);
    for (const day of to) {
      form.setValue(
        `days.${day}.intervals`,
        intervals.map((interval) => ({ ...interval })),
        { shouldDirty: true, shouldValidate: form.formState.isSubmitted },
      );
    }
  };

  return (
    <>
      <div className="flex flex-col divide-y divide-line">
        {WEEKDAYS.map((name, weekday) => (
          <DayHours key={name} form={form} weekday={weekday} words={words} onCopy={(to) => copy(weekday, to)} />
        ))}
      </div>
      <section ref={section} aria-labelledby={id} className="flex flex-col gap-4">
        <div className="flex flex-col gap-0.5">
          <h3 id={id} className="display text-lg">
            Special days
          </h3>
          <p className="text-sm text-ink-muted">{words.special}</p>
        </div>
        {special.fields.map((field, index) => (
          <SpecialDay
            key={field.id}
            form={form}
            index={index}
            today={today}
            words={words}
            onRemove={() => removeSpecial(index)}
          />
        ))}
        <Button
          ref={addButton}
          variant="secondary"
          className="self-start max-sm:w-full"
          disabled={special.fields.length >= specialMax}
          onClick={() => special.append({ from: '', to: '', intervals: [], reason: '' })}
        >
          <CalendarPlus aria-hidden />
          Add Special Day
        </Button>
      </section>
    </>
  );
}
