import { Copy } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { WEEKDAYS } from '../../../lib/times/week-in-words.ts';
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '../../../ui/dropdown-menu.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { HoursValues, TimesWords } from '../hours-form.ts';
import { IntervalFields } from './interval-fields.tsx';

const ALL = [0, 1, 2, 3, 4, 5, 6];
const MONDAY_TO_FRIDAY = ALL.slice(0, 5);

interface DayHoursProps {
  form: UseFormReturn<HoursValues>;
  /** From 0 for Monday. */
  weekday: number;
  words: TimesWords;
  /** Copies this day's hours to other weekdays. */
  onCopy: (to: readonly number[]) => void;
}

/** A weekday with its hours. */
export function DayHours({ form, weekday, words, onCopy }: DayHoursProps) {
  const name = WEEKDAYS[weekday] as string;
  return (
    <fieldset className="flex min-w-0 gap-x-4 py-3 max-sm:flex-wrap">
      <legend className="sr-only">{name}</legend>
      <div className="flex min-h-11 items-center justify-between gap-1 self-start max-sm:w-full sm:w-40">
        <span aria-hidden className="font-semibold">
          {name}
        </span>
        <DropdownMenu
          trigger={
            <IconButton label={`Copy ${name} to other days`}>
              <Copy aria-hidden />
            </IconButton>
          }
        >
          <MenuLabel>Copy {name} to</MenuLabel>
          <MenuItem onSelect={() => onCopy(ALL)}>Every day</MenuItem>
          <MenuItem onSelect={() => onCopy(MONDAY_TO_FRIDAY)}>Monday to Friday</MenuItem>
          <MenuSeparator />
          {WEEKDAYS.map((other, index) =>
            index === weekday ? null : (
              <MenuItem key={other} onSelect={() => onCopy([index])}>
                {other}
              </MenuItem>
            ),
          )}
        </DropdownMenu>
      </div>
      <IntervalFields form={form} name={`days.${weekday}.intervals`} day={name} words={words} />
    </fieldset>
  );
}
