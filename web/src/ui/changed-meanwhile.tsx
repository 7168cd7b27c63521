import { type MouseEvent, useEffect, useRef } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

/** A field that somebody else changed, in words; an empty text stands for an empty field. */
export interface ChangeInWords {
  label: string;
  now: string;
  /** Only where something else was typed into it. */
  yours?: string;
}

export interface ChangedMeanwhileProps {
  /** None where the change is not about a field of the form. */
  changes: readonly ChangeInWords[];
  busy: boolean;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  className?: string;
}

/** Says in a form what somebody else changed since it was opened, and asks which of the two it shall be. */
export function ChangedMeanwhile({ changes, busy, onTakeTheirs, onKeepMine, className }: ChangedMeanwhileProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers give a promise back, which is no clean-up.
    ref.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={ref} className={cn('scroll-my-24', className)}>
      <Alert
        tone="warning"
        title="Somebody was faster"
        action={
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" disabled={busy} onClick={pressing(onTakeTheirs)}>
              Use what is there now
            </Button>
            <Button variant="secondary" size="sm" disabled={busy} onClick={pressing(onKeepMine)}>
              Save mine over it
            </Button>
          </div>
        }
      >
        Nothing of yours was saved. This changed after you opened it; what else you typed stays in the form.
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

/** Does what a button is for. It is gone then: where no field got the cursor, the form's own button has the focus. */
function pressing(act: () => void) {
  return ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    act();
    // A field gets the cursor in a task of its own.
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
