import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form';
import type { ChangeInWords } from '../ui/changed-meanwhile.tsx';
import { ApiError } from './api.ts';

type Value<Values> = Values[keyof Values];

/** A field that somebody else changed while it was in a form. */
export interface FieldChange<Values> {
  field: keyof Values & string;
  /** What it says now. */
  now: Value<Values>;
  /** What the form says; only where something else was typed into it. */
  yours?: Value<Values>;
}

/** An object in a form that others may change while the form is open. */
export interface SharedObject<Kept, Values> {
  /** The object as the form began with it, or took it over since; none for a new one. */
  readonly base: Kept | undefined;
  /** The tag of that state, to send along with a save. */
  readonly tag: string | undefined;
  /** What the last save was refused for; undefined where it was not. */
  stale: { changes: readonly FieldChange<Values>[] } | undefined;
  /** The fields in which something was typed. */
  typed(): (keyof Values & string)[];
  /** Whether `error` refuses a save because of somebody else's change; then it is kept, and `stale` says which. */
  isStale(error: unknown): boolean;
  /** Goes on from what is there now: what was typed into a field that somebody else changed gives way. */
  takeTheirs(): void;
  /**
   * Goes on from what is there now, under everything that was typed: the next save writes over somebody else's.
   * Resolves once the cursor is in the form: what was pressed is gone.
   */
  keepMine(): Promise<void>;
  /** Goes on from what was saved of what the form `sent`; what was typed since stays in the form. */
  goOnFrom(saved: Kept, sent: Values): void;
  /** Goes on from `kept` alone: nothing that was typed stays. */
  discardFor(kept: Kept): void;
  /** Begins anew with a state of it that a kept draft was typed on. */
  beginWith(kept: Kept): void;
}

/** Follows the object that `form` was `opened` with; `toValues` gives what the form's fields say of one. */
export function useOptimisticLock<Kept extends object, Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  opened: Kept | undefined,
  toValues: (kept: Kept) => Values,
): SharedObject<Kept, Values> {
  // In a ref: a save that follows at once is tied to the new state already.
  const begun = useRef(opened && { kept: opened, values: toValues(opened) });
  const [now, setNow] = useState<Kept>();
  // So that what is yours is what stands in the form, should more be typed meanwhile.
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
    // At once: a field can have the cursor once it is in the form again.
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
    stale: now && { changes: changes() },
    typed,
    isStale(error) {
      if (!(error instanceof ApiError) || error.code !== 'changed-meanwhile' || !error.current) return false;
      setNow(error.current as Kept);
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
      // react-hook-form sets the focus in a task of its own.
      await new Promise((resolve) => setTimeout(resolve));
    },
    goOnFrom(saved, sent) {
      const values = toValues(saved);
      const since = differing(sent, form.getValues());
      // Without the values: the cursor stays where somebody is typing.
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

/** The fields of `after` that say something else than `before`. */
function differing<Values extends object>(before: Values, after: Values): (keyof Values & string)[] {
  return (Object.keys(before) as (keyof Values & string)[]).filter((field) => before[field] !== after[field]);
}

/** What somebody else changed from `base` to `now`, beside what stands in the form; what both changed alike is no matter. */
export function changesMeanwhile<Values extends object>(
  base: Values,
  now: Values,
  form: Values,
): FieldChange<Values>[] {
  return differing(base, now)
    .filter((field) => now[field] !== form[field])
    .map((field) => ({
      field,
      now: now[field],
      ...(form[field] !== base[field] && { yours: form[field] }),
    }));
}

/** Such changes as people read them: `labels` has the fields' names, `say` what is no plain text, number or tick. */
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

const plainWords = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value));
