import { useReducer, useRef } from 'react';
import type { Declaration } from './declaration.ts';
import {
  baseOf,
  CHANGED_MEANWHILE,
  type DeclarationDraft,
  type DraftBase,
  draftSince,
  editedDraft,
  type RebasedDraft,
  rebaseDraft,
  tagFor,
} from './declaration-draft.ts';

const NOTHING = baseOf({ name: '' }, undefined);

/** A declaration that is being made about `now`, what is declared at present; it begins with that, or with the draft `begun`. */
export function useDeclaration(now: DraftBase = NOTHING, begun?: DeclarationDraft) {
  // A ref, so that a request right after a change sends that.
  const edited = useRef(begun);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const set = (draft: DeclarationDraft | undefined) => {
    edited.current = draft;
    render();
  };
  return {
    /** The draft; undefined while nothing was changed. */
    get draft(): DeclarationDraft | undefined {
      return edited.current;
    },
    get declaration(): Declaration {
      return edited.current?.declaration ?? now;
    },
    /** The entity tag to send the declaration with. */
    get tag(): string | undefined {
      return edited.current ? tagFor(edited.current, now) : now.tag;
    },
    /** Whether it says something else than what was declared. */
    get isDirty(): boolean {
      return edited.current !== undefined;
    },
    /** Whether it was changed here. */
    get isEdited(): boolean {
      return edited.current !== begun;
    },
    change: (declaration: Declaration) => set(editedDraft(edited.current, now, declaration)),
    /** Goes on with a draft; without one, goes back to what was declared. */
    reset: (draft?: DeclarationDraft) => set(draft),
    /** The declaration as it is being sent, for `settle`. */
    sending: (): DeclarationDraft => edited.current ?? { base: now, declaration: now },
    /** After `sent` was declared, which made it `declared`: keeps what was changed meanwhile. */
    settle: (sent: DeclarationDraft, declared: DraftBase) => set(draftSince(edited.current, sent, declared)),
    /** Goes on from what somebody else declared. */
    rebase: (current: DraftBase): Omit<RebasedDraft, 'draft'> => {
      if (!edited.current) return { overruled: [], refusal: CHANGED_MEANWHILE };
      const { draft, ...rest } = rebaseDraft(edited.current, current);
      set(draft);
      return rest;
    },
  };
}
