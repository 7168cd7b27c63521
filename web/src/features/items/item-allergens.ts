import type { MenuItem } from '@tavola/contracts/menu.ts';
import { ALLERGEN_SCHEMES, DEFAULT_ALLERGEN_SCHEME } from '@tavola/contracts/rules/allergens.ts';
import { basisOf } from '@tavola/contracts/rules/declared-allergens.ts';
import { useState } from 'react';
import { shortlyInWords } from '../../lib/allergens/allergen-words.ts';
import { declarationInput, declarationOf, isDeclared, isSameDeclaration } from '../../lib/allergens/declaration.ts';
import { baseOf, type DeclarationDraft } from '../../lib/allergens/declaration-draft.ts';
import {
  refusedFields,
  useAskedAllergens,
  useConfirmAllergens,
  useDeclareAllergens,
} from '../../lib/allergens/declare-allergens.ts';
import { useDeclaration } from '../../lib/allergens/use-declaration.ts';
import { toastFailure, toastInServersWords } from '../../lib/http/failure-toast.ts';
import type { ChangeInWords } from '../../ui/changed-meanwhile.tsx';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import type { ItemFormValues } from './item-form.ts';

/** The fields that a declaration is about: with others, it is to be confirmed. */
const WORDING = ['name', 'description', 'variants', 'optionGroups'] as const;

/** The dish in the dialog, as `useOptimisticLock` has it. */
interface Shared {
  readonly base: MenuItem | undefined;
  readonly tag: string | undefined;
  readonly stale: { now: MenuItem } | undefined;
  isStale(error: unknown): boolean;
  beginWith(item: MenuItem): void;
  goOnFrom(item: MenuItem): void;
}

/** What the dialog of a dish does about its allergens; `typed` are the fields that were changed in its form, whose values are `values`. */
export function useItemAllergens(
  shared: Shared,
  typed: readonly string[],
  values: Pick<ItemFormValues, (typeof WORDING)[number]>,
) {
  const item = shared.base;
  const asked = useAskedAllergens() ?? ALLERGEN_SCHEMES[DEFAULT_ALLERGEN_SCHEME];
  /** What is declared in the state that the dialog is based on. */
  const base = () => shared.base && baseOf(shared.base, shared.tag);
  const draft = useDeclaration(base());
  const declareOne = useDeclareAllergens();
  const confirmAll = useConfirmAllergens();
  const [error, setError] = useState<string>();
  const [keeps, setKeeps] = useState(false);
  const worded = WORDING.filter((field) => typed.includes(field)).map((field) => [field, values[field]]);
  // A size with another price is the same dish.
  const isReworded = item !== undefined && basisOf({ ...item, ...Object.fromEntries(worded) }) !== basisOf(item);
  const asksToKeep = isReworded && !draft.isDirty && isDeclared(item, asked);
  // Each change is asked about anew.
  if (!asksToKeep && keeps) setKeeps(false);

  /** Declares of the dish that the dialog is based on; resolves to it, or to undefined after a failure, which is shown. */
  const send = async (id: number): Promise<MenuItem | undefined> => {
    setError(undefined);
    const sent = draft.sending();
    try {
      const input = declarationInput(sent.declaration);
      const declared = await declareOne.mutateAsync({ id, input, tag: shared.tag });
      shared.beginWith(declared);
      draft.settle(sent, baseOf(declared, shared.tag));
      return declared;
    } catch (failure) {
      if (shared.isStale(failure)) return undefined;
      const refused = refusedFields(failure);
      setError(refused);
      if (!refused) toastFailure(failure, 'Declaration failed', 'Failed to declare the allergens. Please try again.');
      return undefined;
    }
  };

  const confirmOne = async (confirmed: MenuItem): Promise<MenuItem | undefined> => {
    try {
      return (await confirmAll.mutateAsync([confirmed]))[0];
    } catch (failure) {
      toastInServersWords(failure, 'Not confirmed', 'The allergens are still to be confirmed. Please try again.');
      return undefined;
    }
  };

  return {
    asked,
    declaration: draft.declaration,
    get isDirty() {
      return draft.isDirty;
    },
    /** The draft, to be kept with the form. */
    kept: { read: () => draft.draft, restore: (kept: DeclarationDraft) => draft.reset(kept) },
    isDeclaring: declareOne.isPending,
    isConfirming: confirmAll.isPending,
    /** Whether the texts that a declaration is about are being changed. */
    isReworded,
    error,
    asksToKeep,
    keeps,
    setKeeps,
    change: (declaration: typeof draft.declaration) => {
      setError(undefined);
      draft.change(declaration);
    },
    reset: () => {
      setError(undefined);
      draft.reset();
    },
    declare: async () => {
      const declared = item && (await send(item.id));
      if (declared)
        toast({ title: 'Allergens declared', description: `Guests see what ${declared.name} contains now.` });
    },
    confirm: async () => {
      const confirmed = item && (await confirmOne(item));
      // It was checked by its texts alone: other fields may be newer than the form.
      if (confirmed) shared.goOnFrom(confirmed);
    },
    /** Before the dish is saved: whether it may be, although a declaration is not made yet. It is made then, too. */
    maySave: async (): Promise<boolean> =>
      !draft.isDirty ||
      confirm({
        title: 'Declare the allergens, too?',
        description: 'You changed what this dish contains, but did not declare it yet.',
        confirmLabel: 'Save and Declare',
        cancelLabel: 'Keep Editing',
      }),
    /** What somebody else declared while the dialog was open, for `ChangedMeanwhile`. */
    changesMeanwhile: (): ChangeInWords[] => {
      const now = shared.stale && declarationOf(shared.stale.now);
      if (!now || !item || isSameDeclaration(now, declarationOf(item)) || isSameDeclaration(now, draft.declaration)) {
        return [];
      }
      const words = ({ states }: typeof now) => shortlyInWords(states, asked);
      return [{ label: 'Allergens', now: words(now), ...(draft.isDirty && { yours: words(draft.declaration) }) }];
    },
    /** After the dialog went on from the current state, for "Use Current Version": another's declaration replaces the draft. */
    takeTheirs: () => {
      const now = base();
      setError(undefined);
      if (!draft.draft || !now) return;
      if (isSameDeclaration(draft.draft.base, now)) draft.rebase(now);
      else draft.reset();
    },
    /** The same for "Keep My Changes". Gives whether to go on: a newer warning, which stays, is to be read first. */
    keepMine: (): boolean => {
      const now = base();
      if (!draft.draft || !now) return true;
      const { overruled, refusal } = draft.rebase(now);
      if (overruled.length > 0) setError(refusal);
      return overruled.length === 0;
    },
    /** After the dish was saved: makes or confirms its declaration. Resolves to whether the dialog is done. */
    afterSave: async (saved: MenuItem): Promise<boolean> => {
      if (draft.isDirty) return (await send(saved.id)) !== undefined;
      if (keeps) await confirmOne(saved);
      return true;
    },
  };
}

export type ItemAllergens = ReturnType<typeof useItemAllergens>;
