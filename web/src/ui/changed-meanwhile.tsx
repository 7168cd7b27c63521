import { type MouseEvent, useEffect, useRef } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

/** A field that somebody else changed, as text; an empty string means an empty field. */
export interface ChangeInWords {
  label: string;
  now: string;
  /** Set only if the user changed the field to something else. */
  yours?: string;
}

interface ChangedMeanwhileProps {
  /** Empty if the change is not about a field of the form. */
  changes: readonly ChangeInWords[];
  busy: boolean;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  className?: string;
}

/**
 * Shows in a form what somebody else changed since it was opened, and asks whose version to keep. Give it a new `key` for
 * each refused save: it comes into view, is announced and gets the focus each time.
 */
export function ChangedMeanwhile({ changes, busy, onTakeTheirs, onKeepMine, className }: ChangedMeanwhileProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which is not a valid clean-up.
    ref.current?.scrollIntoView({ block: 'start' });
    ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={ref} tabIndex={-1} className={cn('scroll-my-24', className)}>
      <Alert
        tone="warning"
        title="This was changed in the meantime"
        action={
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" disabled={busy} onClick={pressing(onTakeTheirs)}>
              Use Current Version
            </Button>
            <Button variant="secondary" size="sm" disabled={busy} onClick={pressing(onKeepMine)}>
              Keep My Changes
            </Button>
          </div>
        }
      >
        Your changes weren't saved yet. They are still in the form.
        {changes.length > 0 && (
          <ul className="mt-2 flex flex-col gap-2">
            {changes.map(({ label, now, yours }) => (
              <li key={label}>
                <span className="font-semibold">{label}</span>
                <dl className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3">
                  <Value term="Now" text={now} />
                  {yours !== undefined && <Value term="Yours" text={yours} />}
                </dl>
              </li>
            ))}
          </ul>
        )}
      </Alert>
    </div>
  );
}

/** Runs a button's action. The button then disappears: if no field got focus, focus the form's submit button. */
function pressing(act: () => void) {
  return ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    act();
    // Fields are focused in a separate task.
    setTimeout(() => {
      if (!form || form.contains(document.activeElement)) return;
      const controls = Array.from(form.elements) as HTMLButtonElement[];
      controls.find(({ type }) => type === 'submit')?.focus();
    });
  };
}

function Value({ term, text }: { term: string; text: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd dir="auto" className="line-clamp-4 wrap-anywhere whitespace-pre-line text-ink">
        {text || 'Nothing'}
      </dd>
    </>
  );
}
