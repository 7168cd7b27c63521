import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { type Declaration, declarationInput } from '../../lib/allergens/declaration.ts';
import {
  baseOf,
  type DeclarationDraft,
  draftSince,
  editedDraft,
  rebaseDraft,
  tagFor,
} from '../../lib/allergens/declaration-draft.ts';
import { refusedFields, useDeclareAllergens } from '../../lib/allergens/declare-allergens.ts';
import { useKeptInput } from '../../lib/forms/forms.ts';
import { confirmDiscard, useUnsavedChanges } from '../../lib/forms/unsaved-changes.ts';
import { changedMeanwhile, isRefusal } from '../../lib/http/api.ts';
import { toastFailure } from '../../lib/http/failure-toast.ts';
import { many } from '../../lib/text/format.ts';
import { toast } from '../../ui/toast.ts';
import { NOT_DECLARED } from './api.ts';

const NO_DRAFTS: ReadonlyMap<number, DeclarationDraft> = new Map();
const NONE_REFUSED: ReadonlyMap<number, string> = new Map();

const baseOfDish = (item: MenuItem) => baseOf(item, entityTag(item));

/** `entries` with `value` for `id`, or without it. */
function withEntry<Value>(entries: ReadonlyMap<number, Value>, id: number, value: Value | undefined) {
  const after = new Map(entries);
  if (value === undefined) after.delete(id);
  else after.set(id, value);
  return after;
}

/** What was changed of the allergens of dishes and not declared yet; `items` are undefined while they load. */
export function useDrafts(items: readonly MenuItem[] | undefined) {
  const [all, setAll] = useState(NO_DRAFTS);
  const [refused, setRefused] = useState(NONE_REFUSED);
  const [isDeclaring, setDeclaring] = useState(false);
  const declareOne = useDeclareAllergens();
  // A dish that was deleted has nothing to declare.
  const drafts = items ? new Map([...all].filter(([id]) => items.some((item) => item.id === id))) : all;
  const isAny = drafts.size > 0;
  const latest = useRef(drafts);
  useLayoutEffect(() => {
    latest.current = drafts;
  });
  const unsaved = useUnsavedChanges(isAny);
  const { restored } = useKeptInput<{ drafts: [number, DeclarationDraft][] }>(
    'allergens',
    () => (isAny ? { drafts: [...drafts] } : undefined),
    (kept) => {
      setAll(new Map(kept.drafts));
      return true;
    },
  );

  const wasAny = useRef(false);
  useLayoutEffect(() => {
    // The bar left with the pressed button, or while its question closes.
    const hasLeft = wasAny.current && !isAny;
    wasAny.current = isAny;
    const active = document.activeElement;
    if (!hasLeft || (active !== document.body && !active?.closest('[role=alertdialog]'))) return;
    const cell = document.querySelector<HTMLElement>('main [data-cell][tabindex="0"]');
    (cell ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
  }, [isAny]);

  const setDraft = (id: number, next: (now: DeclarationDraft | undefined) => DeclarationDraft | undefined) =>
    setAll((before) => withEntry(before, id, next(before.get(id))));
  const setRefusal = (id: number, reason: string | undefined) => setRefused((before) => withEntry(before, id, reason));

  /** Sends one draft. Resolves to whether it was declared; throws what would refuse each. */
  const send = async (item: MenuItem, draft: DeclarationDraft): Promise<boolean> => {
    const { id } = item;
    try {
      const input = declarationInput(draft.declaration);
      const declared = await declareOne.mutateAsync({ id, input, tag: tagFor(draft, baseOfDish(item)) });
      setDraft(id, (now) => draftSince(now, draft, baseOfDish(declared)));
      return true;
    } catch (error) {
      const current = changedMeanwhile<MenuItem>(error);
      if (current) {
        const base = baseOfDish(current);
        setDraft(id, (now) => now && rebaseDraft(now, base).draft);
        const { refusal } = rebaseDraft(draft, base);
        setRefusal(id, refusal);
        return refusal === undefined;
      }
      const reason = isRefusal(error) ? refusedFields(error) : undefined;
      if (reason === undefined) throw error;
      setRefusal(id, reason);
      return false;
    }
  };

  return {
    /** By dish. */
    drafts: drafts as ReadonlyMap<number, DeclarationDraft>,
    /** Why dishes were refused. */
    refused,
    isDeclaring,
    /** Whether drafts of a session that had ended are among them. */
    isRestored: restored && isAny,
    change(item: MenuItem, declaration: Declaration): void {
      setRefusal(item.id, undefined);
      setDraft(item.id, (now) => editedDraft(now, baseOfDish(item), declaration));
    },
    drop(id: number): void {
      setRefusal(id, undefined);
      setDraft(id, () => undefined);
    },
    async discard(): Promise<void> {
      if (!(await confirmDiscard(unsaved))) return;
      setAll(NO_DRAFTS);
      setRefused(NONE_REFUSED);
    },
    /**
     * Declares the dishes, one after the other: a refused one is no reason to lose the others. One that is changed before its turn stays a
     * draft. Resolves to whether none was refused.
     */
    async declare(): Promise<boolean> {
      setDeclaring(true);
      setRefused(NONE_REFUSED);
      let count = 0;
      let hasRefused = false;
      try {
        for (const item of items ?? []) {
          const draft = drafts.get(item.id);
          // Nobody has pressed Declare for what was changed since.
          if (!draft || latest.current.get(item.id) !== draft) continue;
          if (await send(item, draft)) count += 1;
          else hasRefused = true;
        }
      } catch (error) {
        toastFailure(error, ...NOT_DECLARED);
        return !hasRefused;
      } finally {
        setDeclaring(false);
      }
      if (count > 0 && !hasRefused) {
        toast({ title: 'Allergens declared', description: `Of ${many(count, 'dish', 'dishes')}.` });
      }
      return !hasRefused;
    },
  };
}
