import type { MenuChange } from '@tavola/contracts/history.ts';
import { Undo2 } from 'lucide-react';
import { type ChangedField, changedFields, type Words } from '../../../lib/draft/changed-fields.ts';
import { formatTime } from '../../../lib/format.ts';
import { BeforeAfter } from '../../../ui/before-after.tsx';
import { Button } from '../../../ui/button.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { actInWords } from '../change-in-words.ts';

export interface ChangeRowProps {
  change: MenuChange;
  /** Who made it. */
  actor: string;
  words: Words;
  busy: boolean;
  onPutBack: () => void;
}

/** One change: of what, from what to what, by whom and when, and a button that undoes it. */
export function ChangeRow({ change, actor, words, busy, onPutBack }: ChangeRowProps) {
  const { act, kind, name, at } = change;
  const isOfFields = act === 'changed' && kind !== 'draft';
  const fields = isOfFields ? changedFields(change.before ?? {}, change.after ?? {}, words) : [];
  return (
    <article className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        {fields.length > 0 ? (
          fields.map((field) => <FieldChange key={field.name} field={field} of={name ?? ''} />)
        ) : (
          <p className="wrap-anywhere">
            {name !== null && <bdi className="font-semibold">{name}</bdi>} {!isOfFields && actInWords(change)}
          </p>
        )}
        <p className="text-sm text-ink-muted">
          {actor} · <time dateTime={at}>{formatTime(at)}</time>
        </p>
      </div>
      <Button variant="secondary" size="sm" busy={busy} onClick={onPutBack}>
        {!busy && <Undo2 aria-hidden />}
        Put Back
        <VisuallyHidden>
          : {name} {(name === null || change.items > 0) && actInWords(change)}
        </VisuallyHidden>
      </Button>
    </article>
  );
}

/** As in 'Price of Burrata $14.50 → $15.00'. */
function FieldChange({ field: { label, before, after }, of }: { field: ChangedField; of: string }) {
  return (
    <p className="wrap-anywhere">
      {label} of <bdi className="font-semibold">{of}</bdi> <BeforeAfter before={before} after={after} />
    </p>
  );
}
