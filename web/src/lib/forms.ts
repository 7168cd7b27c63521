import type { ProblemCode } from '@tavola/contracts/errors.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api.ts';
import { knownUser, onSessionEnding } from './session.ts';

/**
 * Puts what the server refused next to the fields it is about, and the cursor into the first of them.
 * `codes` says which field a code without field errors is about, as in `{ 'slug-taken': 'slug' }`.
 * Gives whether any field got a message.
 */
export function applyServerErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  codes: Partial<Record<ProblemCode, Path<Values>>> = {},
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = Object.keys(form.getValues());
  const named = error.errors.filter(({ field }) => known.includes(field.split('.')[0] ?? ''));
  const coded = error.code && codes[error.code];
  const found =
    named.length > 0 ? named : coded && error.detail ? [{ field: coded as string, message: error.detail }] : [];
  for (const [index, { field, message }] of found.entries()) {
    form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return found.length > 0;
}

/**
 * Lets nothing be typed into a form while `work` is under way, for what would be lost when the form closes after it.
 * Gives what `work` gives or throws; the cursor is where it was then.
 */
export async function withFormDisabled<Result>(formId: string, work: () => Promise<Result>): Promise<Result> {
  const form = document.getElementById(formId);
  const focused = document.activeElement as HTMLElement | null;
  form?.setAttribute('inert', '');
  try {
    return await work();
  } finally {
    form?.removeAttribute('inert');
    if (document.activeElement === document.body && form?.contains(focused)) focused?.focus();
  }
}

/** What a form is about, where others may change it: with a draft, the state that it was typed on is kept. */
interface Underlying<Kept> {
  readonly base: Kept | undefined;
  beginWith(kept: Kept): void;
}

/**
 * Keeps what was typed into a form when the session ends under it, and puts it back when the same user opens the form
 * again, on what it was `about` then. Gives whether something was put back.
 */
export function useKeptDraft<Values extends FieldValues, Output, Kept = never>(
  form: UseFormReturn<Values, unknown, Output>,
  key: string,
  about?: Underlying<Kept>,
): boolean {
  const [restored, setRestored] = useState(false);
  const storageKey = `draft:${key}`;
  const keep = useEffectEvent(() => {
    const user = knownUser();
    if (!user || Object.keys(form.formState.dirtyFields).length === 0) return;
    const draft = { userId: user.id, values: form.getValues(), base: about?.base };
    sessionStorage.setItem(storageKey, JSON.stringify(draft));
  });
  const beginWith = useEffectEvent((base: Kept) => about?.beginWith(base));

  useEffect(() => onSessionEnding(() => keep()), []);

  useEffect(() => {
    const stored = sessionStorage.getItem(storageKey);
    if (stored === null) return;
    sessionStorage.removeItem(storageKey);
    const draft = JSON.parse(stored) as { userId: string; values: Values; base?: Kept };
    // The next person at this screen has no business with it.
    if (draft.userId !== knownUser()?.id) return;
    if (draft.base) beginWith(draft.base);
    for (const [name, value] of Object.entries(draft.values)) {
      form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
    setRestored(true);
  }, [form, storageKey]);

  return restored;
}

/** What drafts of the signed-in user are kept under names that begin with `prefix`; the names, without it. */
export function keptDrafts(prefix: string): string[] {
  const begin = `draft:${prefix}`;
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(begin))
    .filter((key) => {
      const draft = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { userId?: string };
      return draft.userId !== undefined && draft.userId === knownUser()?.id;
    })
    .map((key) => key.slice(begin.length));
}
