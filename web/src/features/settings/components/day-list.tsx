import type { ReactNode } from 'react';

interface ListedDay {
  date: number;
  name: string;
  text: ReactNode;
  /** What is special about it; empty if nothing is. */
  note: string;
}

/** Days, and what is on each of them. */
export function DayList({ days }: { days: readonly ListedDay[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm max-sm:grid-cols-1 max-sm:gap-y-0">
      {days.map(({ date, name, text, note }) => (
        <div key={date} className="contents">
          <dt className="font-semibold">{name}</dt>
          <dd className="max-sm:pb-2.5">
            {text}
            {note && <span className="block wrap-anywhere text-ink-muted">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
