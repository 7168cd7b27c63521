import type { DayRange } from '@tavola/contracts/analytics.ts';
import { useState } from 'react';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { daysOf, isKeptByDay, type RangeChoice, refusalOf } from '../range.ts';

const OPTIONS: readonly { value: RangeChoice['preset']; label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: '7-days', label: '7 days' },
  { value: '30-days', label: '30 days' },
  { value: '90-days', label: '90 days' },
  { value: 'custom', label: 'Custom' },
];

interface RangePickerProps {
  choice: RangeChoice;
  /** Today in the restaurant's time zone. */
  today: string;
  onChoose: (choice: RangeChoice) => void;
}

/** Chooses the range of days. */
export function RangePicker({ choice, today, onChoose }: RangePickerProps) {
  const days = daysOf(choice, today);
  return (
    <div className="flex flex-col items-start gap-3">
      <Segmented
        label="Days"
        value={choice.preset}
        options={OPTIONS}
        onValueChange={(preset) => onChoose(preset === 'custom' ? { preset, days } : { preset })}
        className="max-sm:w-full max-sm:[&>button]:px-1"
      />
      {choice.preset === 'custom' && (
        <CustomDays days={days} today={today} onChange={(next) => onChoose({ preset: 'custom', days: next })} />
      )}
    </div>
  );
}

const OLD_MONTHS = 'Months that ended over 13 months ago have one total, on their first day.';

interface CustomDaysProps {
  days: DayRange;
  today: string;
  onChange: (days: DayRange) => void;
}

/** Two date fields; calls `onChange` once they form a valid range. */
function CustomDays({ days, today, onChange }: CustomDaysProps) {
  const [typed, setTyped] = useState(days);
  const refusal = refusalOf(typed, today);
  const type = (change: Partial<DayRange>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    if (Object.keys(refusalOf(next, today)).length === 0) onChange(next);
  };
  const field = (key: keyof DayRange, label: string, hint?: string) => (
    <FormField label={label} error={refusal[key]} hint={hint} className="max-sm:flex-1 sm:max-w-52">
      <Input type="date" value={typed[key]} max={today} onChange={(event) => type({ [key]: event.target.value })} />
    </FormField>
  );
  return (
    <fieldset aria-label="Custom days" className="flex min-w-0 items-start gap-3 max-sm:w-full">
      {field('from', 'From', isKeptByDay(typed.from, today) ? undefined : OLD_MONTHS)}
      {field('to', 'To')}
    </fieldset>
  );
}
