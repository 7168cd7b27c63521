import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { ALLERGEN_SCHEMES, DEFAULT_ALLERGEN_SCHEME } from '@tavola/contracts/rules/allergens.ts';
import { useState } from 'react';
import { askedWith, declarationInput, statusOf } from '../../lib/allergens/declaration.ts';
import {
  refusedFields,
  useAskedAllergens,
  useConfirmAllergens,
  useDeclareAllergens,
} from '../../lib/allergens/declare-allergens.ts';
import { useDeclaration } from '../../lib/allergens/use-declaration.ts';
import { toastFailure } from '../../lib/http/failure-toast.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';

/** The fields that a declaration is about: with others, it is to be confirmed. */
const WORDING: readonly string[] = ['name', 'description', 'variants', 'optionGroups'];

/** The dish in the dialog, as `useOptimisticLock` has it. */
interface Shared {
  readonly base: MenuItem | undefined;
  readonly tag: string | undefined;
  isStale(error: unknown): boolean;
  beginWith(item: MenuItem): void;
  goOnFrom(item: MenuItem): void;
}

/** What the dialog of a dish does about its allergens; `typed` are the fields that were changed in its form. */
export function useItemAllergens(shared: Shared, typed: readonly string[]) {
  const item = shared.base;
  const asked = askedWith(item?.diet, useAskedAllergens() ?? ALLERGEN_SCHEMES[DEFAULT_ALLERGEN_SCHEME]);
  const draft = useDeclaration(item);
  const declareOne = useDeclareAllergens();
  const confirmAll = useConfirmAllergens();
  const [error, setError] = useState<string>();
  const [keeps, setKeeps] = useState(false);
  const isReworded = typed.some((field) => WORDING.includes(field));
  const asksToKeep = item !== undefined && isReworded && !draft.isDirty && statusOf(item, asked) === 'declared';
  // Each change is asked about anew.
  if (!asksToKeep && keeps) setKeeps(false);

  /** Declares of the dish that matches `tag`; resolves to it, or to undefined after a failure, which is shown. */
  const send = async (id: number, tag: string | undefined): Promise<MenuItem | undefined> => {
    setError(undefined);
    try {
      const declared = await declareOne.mutateAsync({ id, input: declarationInput(draft.declaration), tag });
      draft.reset();
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
      toastFailure(failure, 'Not confirmed', 'The allergens are still to be confirmed. Please try again.');
      return undefined;
    }
  };

  return {
    asked,
    declaration: draft.declaration,
    isDirty: draft.isDirty,
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
      const declared = item && (await send(item.id, shared.tag));
      if (!declared) return;
      shared.beginWith(declared);
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
    /** After the dish was saved: makes or confirms its declaration. Resolves to whether the dialog is done. */
    afterSave: async (saved: MenuItem): Promise<boolean> => {
      if (draft.isDirty) return (await send(saved.id, entityTag(saved))) !== undefined;
      if (keeps) await confirmOne(saved);
      return true;
    },
  };
}

export type ItemAllergens = ReturnType<typeof useItemAllergens>;
