import type { ProblemCode } from '@tavola/contracts/errors.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../http/api.ts';
import { knownUser, onSessionEnding } from '../session/session.ts';

/**
 * Shows the server's errors at their fields, and focuses the first of them.
 * `codes` maps problem codes without field errors to fields, as in `{ 'slug-taken': 'slug' }`; `renamed` maps fields that the
 * form calls otherwise.
 * Returns whether any field got a message.
 */
export function applyServerErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  codes: Partial<Record<ProblemCode, Path<Values>>> = {},
  renamed: Readonly<Record<string, Path<Values>>> = {},
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = Object.keys(form.getValues());
  const errors = error.errors.map(({ field, message }) => ({ field: renamed[field] ?? field, message }));
  const named = errors.filter(({ field }) => known.includes(field.split('.')[0] ?? ''));
  const coded = error.code && codes[error.code];
  const found =
    named.length > 0 ? named : coded && error.detail ? [{ field: coded as string, message: error.detail }] : [];
  for (const [index, { field, message }] of found.entries()) {
    form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return found.length > 0;
}

/**
 * Disables a form while `work` runs, because input would be lost when the form closes afterwards.
 * Returns or throws what `work` does; focus is back where it was by then.
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

/** The object behind a form, if others may change it. Drafts keep the state that they were typed on. */
export interface Underlying<Kept> {
  readonly base: Kept | undefined;
  beginWith(kept: Kept): void;
}

const storageKeyOf = (key: string) => `draft:${key}`;

/** Whose a kept draft is: it is about what the user saw in one restaurant. */
interface DraftOwner {
  userId: string;
  tenantId: string | null;
}

const isOwn = ({ userId, tenantId }: Partial<DraftOwner>): boolean => {
  const user = knownUser();
  return user !== undefined && userId === user.id && tenantId === user.tenantId;
};

/**
 * Keeps what `read` returns when the session ends or `keep` is called, and calls `restore` with it when the same user opens the
 * screen of the same restaurant again. `restored` is whether it was, as `restore` says; `keep` returns whether it could.
 */
export function useKeptInput<Input extends object>(
  key: string,
  read: () => Input | undefined,
  restore: (input: Input) => boolean,
): { restored: boolean; keep: () => boolean } {
  const [restored, setRestored] = useState(false);
  const storageKey = storageKeyOf(key);
  const keep = () => {
    const user = knownUser();
    const input = read();
    if (!user || !input) return false;
    try {
      sessionStorage.setItem(storageKey, JSON.stringify({ userId: user.id, tenantId: user.tenantId, ...input }));
      return true;
    } catch {
      // Storage is full: the session ends all the same.
      return false;
    }
  };
  const keepAtEnd = useEffectEvent(keep);
  const take = useEffectEvent(() => {
    const stored = sessionStorage.getItem(storageKey);
    if (stored === null) return;
    const { userId, tenantId, ...input } = JSON.parse(stored);
    // It waits until its restaurant is opened again.
    if (userId === knownUser()?.id && tenantId !== knownUser()?.tenantId) return;
    sessionStorage.removeItem(storageKey);
    // Another user must not see it.
    if (isOwn({ userId, tenantId })) setRestored(restore(input));
  });
  useEffect(() => onSessionEnding(() => keepAtEnd()), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each draft
  useEffect(() => take(), [storageKey]);
  return { restored, keep };
}

/** Input besides a form's fields. */
export interface BesideInput<Beside> {
  /** The input; undefined while there is none. */
  read(): Beside | undefined;
  restore(beside: Beside): void;
}

/**
 * Keeps a form's input when the session ends, with that `beside` its fields, and restores it when the same user opens the form
 * again, based on the `about` state of that time. Returns whether something was restored.
 */
export function useKeptDraft<Values extends FieldValues, Output, Kept = never, Beside = never>(
  form: UseFormReturn<Values, unknown, Output>,
  key: string,
  about?: Underlying<Kept>,
  beside?: BesideInput<Beside>,
): boolean {
  // Read while rendering, so that the form keeps track of its lists, too.
  const { dirtyFields } = form.formState;
  return useKeptInput<{ values: Values; base?: Kept | undefined; beside?: Beside | undefined }>(
    key,
    () => {
      const besideNow = beside?.read();
      if (Object.keys(dirtyFields).length === 0 && besideNow === undefined) return undefined;
      return { values: form.getValues(), base: about?.base, beside: besideNow };
    },
    ({ values, base, beside: kept }) => {
      if (base) about?.beginWith(base);
      if (kept !== undefined) beside?.restore(kept);
      for (const [name, value] of Object.entries(values)) {
        form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
      }
      return true;
    },
  ).restored;
}

/** Whether a draft of the user waits for the restaurant with the id `tenantId`. */
export const hasDraftIn = (userId: string, tenantId: string): boolean =>
  Object.keys(sessionStorage)
    .filter((key) => key.startsWith(storageKeyOf('')))
    .map((key) => JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<DraftOwner>)
    .some((owner) => owner.userId === userId && owner.tenantId === tenantId);

/** The names of the signed-in user's drafts that begin with `prefix`, without the prefix. */
export function keptDrafts(prefix: string): string[] {
  const begin = storageKeyOf(prefix);
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(begin))
    .filter((key) => isOwn(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<DraftOwner>))
    .map((key) => key.slice(begin.length));
}

/**
 * On arrival, once `rows` are loaded, opens the form that was being edited when the session ended: that of the row whose draft was
 * kept under `prefix`, or one for a new row, which `asksForNew` asks for, too.
 */
export function useReopenedForm<Row extends { id: number }>(
  prefix: string,
  rows: readonly Row[] | undefined,
  open: (row: Row | undefined) => void,
  asksForNew = false,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    if (!rows) return;
    const [draft] = keptDrafts(prefix);
    const row = rows.find(({ id }) => String(id) === draft);
    if (row || draft === 'new' || asksForNew) open(row);
  }, [rows !== undefined, asksForNew]);
}
