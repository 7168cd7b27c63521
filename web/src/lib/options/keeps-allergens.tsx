import type { Option, OptionGroup } from '@tavola/contracts/choices.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { ALLERGENS } from '@tavola/contracts/rules/allergens.ts';
import { type ReactNode, useState } from 'react';
import { declarationInput, declarationOf, isDeclared } from '../allergens/declaration.ts';
import { useAskedAllergens, useDeclareOptions } from '../allergens/declare-allergens.ts';
import { KeepsAllergensBox } from '../allergens/keeps-allergens-box.tsx';
import { toastInServersWords } from '../http/failure-toast.ts';

/** For the form of an option group: asks whether what was declared of the options `renamed`, by id, is still right. */
export function useKeepsOptionAllergens(
  options: readonly Option[] = [],
  renamed: ReadonlySet<number>,
): { checkbox: ReactNode; isConfirming: boolean; confirmIn: (saved: OptionGroup) => Promise<void> } {
  const asked = useAskedAllergens() ?? ALLERGENS;
  const declare = useDeclareOptions();
  const [isRight, setRight] = useState(false);
  const lapsing = options.filter((option) => renamed.has(option.id) && isDeclared(option, asked));
  // Each change is asked about anew.
  if (lapsing.length === 0 && isRight) setRight(false);
  return {
    checkbox: lapsing.length > 0 && <KeepsAllergensBox of="option" checked={isRight} onCheckedChange={setRight} />,
    isConfirming: declare.isPending,
    confirmIn: async (saved) => {
      const ids = new Set(isRight ? lapsing.map(({ id }) => id) : []);
      const given = saved.options
        .filter(({ id }) => ids.has(id))
        .map((option) => ({ id: option.id, ...declarationInput(declarationOf(option)) }));
      if (given.length === 0) return;
      try {
        await declare.mutateAsync({ id: saved.id, options: given, tag: entityTag(saved) });
      } catch (error) {
        toastInServersWords(error, 'Not confirmed', 'The allergens are still to be confirmed. Please try again.');
      }
    },
  };
}
