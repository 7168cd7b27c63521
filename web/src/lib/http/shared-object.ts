import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { pictureAt } from '@tavola/contracts/rules/pictures.ts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form';
import type { ChangeInWords } from '../../ui/changed-meanwhile.tsx';
import { ApiError } from './api.ts';

type Value<Values> = Values[keyof Values];

/** A field that somebody else changed while it was in a form. */
export interface FieldChange<Values> {
  field: keyof Values & string;
  /** Its value now, as saved by the other person. */
  now: Value<Values>;
  /** The form's value, if the user changed the field to something else. */
  yours?: Value<Values>;
}

/** An object in a form that others may change while the form is open. */
interface SharedObject<Kept, Values> {
  /** The object's state that the form is based on; `undefined` for a new object. */
  readonly base: Kept | undefined;
  /** The entity tag of that state, to send with a save. */
  readonly tag: string | undefined;
  /** What the last save was refused for: the state now and its changes, and how many saves were refused; `undefined` if it was not. */
  stale: { now: Kept; changes: readonly FieldChange<Values>[]; refusals: number } | undefined;
  /** The edited fields. */
  typed(): (keyof Values & string)[];
  /** Whether `error` refuses a save because of somebody else's change. If so, sets `stale`. */
  isStale(error: unknown): boolean;
  /** Continues from the current state: in fields that somebody else changed, their value replaces the user's. */
  takeTheirs(): void;
  /**
   * Continues from the current state and keeps all edits: the next save overwrites the other person's change.
   * Resolves once a form field has focus, because the pressed button is gone.
   */
  keepMine(): Promise<void>;
  /** Continues from the `saved` state; edits made since the form `sent` its values stay. Without `sent` it sent none: all edits stay. */
  goOnFrom(saved: Kept, sent?: Values): void;
  /** Continues from `kept` and discards all edits. */
  discardFor(kept: Kept): void;
  /** Starts over from the state that a kept draft was typed on. */
  beginWith(kept: Kept): void;
}

/** Optimistic locking for a form on an object; `toValues` converts the object to form values. */
export function useOptimisticLock<Kept extends object, Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  opened: Kept | undefined,
  toValues: (kept: Kept) => Values,
): SharedObject<Kept, Values> {
  // A ref, so that an immediate next save already uses the new state.
  const begun = useRef(opened && { kept: opened, values: toValues(opened) });
  const [now, setNow] = useState<Kept>();
  const [refusals, setRefusals] = useState(0);
  // Re-render on input, so that `yours` is always the form's current value.
  useWatch({ control: form.control });

  const beginWith = (kept: Kept) => {
    begun.current = { kept, values: toValues(kept) };
    setNow(undefined);
  };
  const typed = () => (begun.current ? differing(begun.current.values, form.getValues()) : []);
  const changes = (): FieldChange<Values>[] =>
    now && begun.current ? changesMeanwhile(begun.current.values, toValues(now), form.getValues()) : [];
  const goOn = (fields: readonly (keyof Values & string)[]) => {
    if (!now) return;
    const mine = form.getValues();
    // Render synchronously: a field can be focused only once it is back in the form.
    flushSync(() => {
      form.reset(toValues(now));
      for (const field of fields as Path<Values>[]) {
        form.setValue(field, mine[field] as PathValue<Values, Path<Values>>, { shouldDirty: true });
      }
      beginWith(now);
    });
  };

  return {
    get base() {
      return begun.current?.kept;
    },
    get tag() {
      return begun.current && entityTag(begun.current.kept);
    },
    stale: now && { now, changes: changes(), refusals },
    typed,
    isStale(error) {
      if (!(error instanceof ApiError) || error.code !== 'changed-meanwhile' || !error.current) return false;
      setNow(error.current as Kept);
      setRefusals((before) => before + 1);
      return true;
    },
    takeTheirs() {
      const theirs = changes().map(({ field }) => field);
      goOn(typed().filter((field) => !theirs.includes(field)));
      if (theirs[0]) form.setFocus(theirs[0] as Path<Values>);
    },
    async keepMine() {
      const field = typed()[0] ?? changes()[0]?.field;
      goOn(typed());
      if (field) form.setFocus(field as Path<Values>);
      // react-hook-form sets focus in a separate task.
      await new Promise((resolve) => setTimeout(resolve));
    },
    goOnFrom(saved, sent = begun.current?.values) {
      const values = toValues(saved);
      const since = sent ? differing(sent, form.getValues()) : [];
      // Keep the values, so that the cursor stays where the user is typing.
      form.reset(values, { keepValues: true });
      for (const field of Object.keys(values).filter((name) => !since.includes(name)) as Path<Values>[]) {
        form.setValue(field, values[field] as PathValue<Values, Path<Values>>, { shouldDirty: true });
      }
      beginWith(saved);
    },
    discardFor(kept) {
      form.reset(toValues(kept));
      beginWith(kept);
    },
    beginWith,
  };
}

/** The fields whose values differ between `before` and `after`. */
function differing<Values extends object>(before: Values, after: Values): (keyof Values & string)[] {
  return (Object.keys(before) as (keyof Values & string)[]).filter((field) => !isSame(before[field], after[field]));
}

/** Whether two values of a field are the same; lists and objects are compared by what is in them. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** What somebody else changed from `base` to `now`, with the form's values. Equal changes on both sides are left out. */
export function changesMeanwhile<Values extends object>(
  base: Values,
  now: Values,
  form: Values,
): FieldChange<Values>[] {
  return differing(base, now)
    .filter((field) => !isSame(now[field], form[field]))
    .map((field) => ({
      field,
      now: now[field],
      ...(!isSame(form[field], base[field]) && { yours: form[field] }),
    }));
}

/** The changes as text. `labels` names the fields; `say` formats values other than text, numbers and checkboxes. */
export function changesInWords<Values extends object>(
  changes: readonly FieldChange<Values>[],
  labels: Readonly<Record<keyof Values, string>>,
  say: { [Field in keyof Values]?: (value: NonNullable<Values[Field]>) => string } = {},
): ChangeInWords[] {
  return changes.map(({ field, now, yours }) => {
    const words = (value: Value<Values>) => {
      const own = say[field];
      if (value === '' || value === null || value === undefined) return '';
      return own ? own(value as NonNullable<Values[typeof field]>) : plainWords(value);
    };
    return { label: labels[field], now: words(now), ...(yours !== undefined && { yours: words(yours) }) };
  });
}

function plainWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  // An uploaded picture's address would say nothing.
  return pictureAt(String(value)) ? 'A photo' : String(value);
}
