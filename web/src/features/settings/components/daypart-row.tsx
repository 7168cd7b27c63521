import type { Daypart } from '@tavola/contracts/dayparts.ts';
import { openState } from '@tavola/contracts/rules/times.ts';
import { Link } from 'wouter';
import { momentInWords } from '../../../lib/times/sold-out-until.ts';
import { daypartInWords } from '../../../lib/times/week-in-words.ts';
import { Button } from '../../../ui/button.tsx';
import { SortableRow } from '../../../ui/sortable-row.tsx';

interface DaypartRowProps {
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
  return (
    <SortableRow
      id={daypart.id}
      name={daypart.name}
      isActive={daypart.isActive}
      deleting={deleting}
      onSwitch={onSwitch}
      onEdit={onEdit}
      onDelete={onDelete}
      className="md:grid-cols-[1fr_9rem_auto]"
    >
      <ul className="text-sm">
        {daypartInWords(daypart).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="text-sm text-ink-muted">
        {[daypart.isActive && stateInWords(daypart, timeZone, now), uses === '' ? 'Not used yet' : uses]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Button asChild variant="secondary" size="sm" className="mt-2 self-start">
        <Link href={`/dashboard/items/change?offer=${daypart.id}`} aria-label={`Choose dishes for ${daypart.name}`}>
          Choose Dishes
        </Link>
      </Button>
    </SortableRow>
  );
}

function stateInWords(daypart: Daypart, zone: string, now: number): string {
  const state = openState(daypart, zone, now);
  if (state.is === 'always') return 'On all the time';
  if (state.is === 'open') return `On now, until ${momentInWords(state.until, zone, now)}`;
  return state.opens === undefined ? 'Nothing scheduled' : `Next: ${momentInWords(state.opens, zone, now)}`;
}
