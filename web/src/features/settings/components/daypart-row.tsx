import type { Daypart } from '@tavola/contracts/dayparts.ts';
import { openState } from '@tavola/contracts/rules/times.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { momentInWords } from '../../../lib/sold-out-until.ts';
import { daypartInWords } from '../../../lib/week-in-words.ts';
import { cn } from '../../../ui/cn.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SortHandle } from '../../../ui/sort-handle.tsx';
import { useSortableRow } from '../../../ui/sorting-context.ts';
import { StatusSwitch } from '../../../ui/status-switch.tsx';

export interface DaypartRowProps {
  daypart: Daypart;
  timeZone: string;
  /** Unix time in milliseconds. */
  now: number;
  /** What names it, in words; `undefined` while that is not known. */
  uses: string | undefined;
  deleting: boolean;
  onSwitch: (isActive: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** One daypart: its times, whether it is on, and what uses it. */
export function DaypartRow({ daypart, timeZone, now, uses, deleting, onSwitch, onEdit, onDelete }: DaypartRowProps) {
  const { id, name, isActive } = daypart;
  const { row, grip } = useSortableRow(id);
  return (
    <li
      {...row}
      data-row={id}
      className={cn(
        'grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2 px-4 pt-4 pb-2 not-last:border-b not-last:border-line sm:px-6 md:grid-cols-[1fr_9rem_auto] md:py-4 md:pe-4',
        deleting && 'opacity-40',
        row.className,
      )}
    >
      <div className="flex min-w-0 items-center gap-2 max-md:col-span-2 md:gap-3">
        <SortHandle id={id} name={name} grip={grip} className="-ms-3 max-md:-mt-2 max-md:-me-1 max-md:self-start" />
        <div className="flex min-w-0 flex-col gap-0.5">
          <h2 className={cn('display text-lg wrap-anywhere', !isActive && 'text-ink-muted')}>
            <bdi>{name}</bdi>
          </h2>
          <ul className="text-sm">
            {daypartInWords(daypart).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className="text-sm text-ink-muted">
            {[isActive && stateInWords(daypart, timeZone, now), uses === '' ? 'Not used yet' : uses]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </div>
      <StatusSwitch
        label={`${name} active`}
        onText="Active"
        offText="Inactive"
        checked={isActive}
        onCheckedChange={onSwitch}
        className="max-md:order-last max-md:flex-row-reverse max-md:justify-end"
      />
      <div className="flex items-center max-md:-ms-3">
        <IconButton label={`Edit ${name}`} onClick={onEdit} className="max-md:size-12">
          <Pencil aria-hidden />
        </IconButton>
        <IconButton
          label={`Delete ${name}`}
          tone="destructive"
          aria-disabled={deleting}
          onClick={() => !deleting && onDelete()}
          className="max-md:size-12"
        >
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}

function stateInWords(daypart: Daypart, zone: string, now: number): string {
  const state = openState(daypart, zone, now);
  if (state.is === 'always') return 'On all the time';
  if (state.is === 'open') return `On now, until ${momentInWords(state.until, zone, now)}`;
  return state.opens === undefined ? 'Nothing scheduled' : `Next: ${momentInWords(state.opens, zone, now)}`;
}
