import type { Sheet } from '@tavola/contracts/qr.ts';
import { CircleCheck, Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

/** Without progress for this long, no worker is assumed to be running. */
const STILL_MS = 6_000;
const AWAY = 'Printing is delayed. It will continue automatically.';

interface SheetProgressProps {
  /** `undefined` until the server's first answer. */
  sheet: Sheet | undefined;
  /** Whether the service is unavailable. */
  isAway: boolean;
  /** What is being made, as in "40 codes on 4 pages". */
  text: string;
}

/** A sheet's progress as text and as a bar. */
export function SheetProgress({ sheet, isAway, text }: SheetProgressProps) {
  const { state = 'waiting', done = 0, total = 0 } = sheet ?? {};
  const isStill = useStillness(`${state} ${done}`, STILL_MS);
  if (state === 'failed') {
    return (
      <Alert title="The sheet couldn't be created">
        {sheet?.reason ?? 'Something went wrong on our side. Please try again.'}
      </Alert>
    );
  }
  const isDone = state === 'done';
  const waits = !isDone && (isAway || isStill || sheet?.reason !== undefined);
  const [doing, icon] = isDone
    ? ['Ready to download', <CircleCheck key="done" aria-hidden className="size-5 text-brand" />]
    : waits
      ? [AWAY, <Clock key="away" aria-hidden className="size-5 text-saffron-ink" />]
      : [
          state === 'waiting' ? 'Waiting in line…' : 'Creating your codes…',
          <Spinner key="working" className="size-5 text-brand" />,
        ];
  return (
    <div className="flex flex-col gap-4 rounded-card border border-line bg-paper px-5 py-6">
      <div className="flex items-start gap-3">
        <span className="mt-0.5 shrink-0">{icon}</span>
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          {/* Announces the state, not every step: screen readers can read the progress bar. */}
          <p role="status" className="font-semibold">
            {doing}
          </p>
          <p className="text-sm text-ink-muted wrap-anywhere">{(isDone && sheet?.fileName) || text}</p>
        </div>
        {state === 'working' && (
          <p className="figures text-sm leading-[1.6rem] font-semibold whitespace-nowrap">
            {formatCount(done)} of {formatCount(total)}
          </p>
        )}
      </div>
      <ProgressBar
        label="Codes created"
        value={isDone ? total || 1 : done}
        max={total || 1}
        text={`${formatCount(isDone ? total : done)} of ${formatCount(total)}`}
      />
    </div>
  );
}

/** Whether `what` has not changed for `ms` milliseconds. */
function useStillness(what: string, ms: number): boolean {
  const [still, setStill] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setStill(what), ms);
    return () => clearTimeout(timer);
  }, [what, ms]);
  return still === what;
}
