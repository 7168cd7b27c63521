import { useMutation } from '@tanstack/react-query';
import type { DishInput, SuggestedDish } from '@tavola/contracts/assistant.ts';
import type { Category } from '@tavola/contracts/menu.ts';
import type { Allergen } from '@tavola/contracts/rules/allergens.ts';
import { DEFAULT_LANGUAGE } from '@tavola/contracts/rules/languages.ts';
import { Sparkles, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { namesInWords } from '../../../lib/allergens/allergen-words.ts';
import { apiRequest } from '../../../lib/http/api.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { toastAssistantFailure, useAssistant } from '../../../lib/menu/assistant.ts';
import { AssistantRefusal } from '../../../lib/menu/assistant-refusal.tsx';
import { Button } from '../../../ui/button.tsx';
import type { ItemForm } from '../item-form.ts';

interface SuggestDescriptionProps {
  form: ItemForm;
  categories: readonly Category[] | undefined;
  /** Gets the allergens that such a dish often contains. */
  onOftenContains: (allergens: readonly Allergen[]) => void;
}

/** What was suggested for a dish, and the description before. */
interface Suggested extends SuggestedDish {
  dish: string;
  before: string;
}

/** Fills in a description by the AI, which can be undone, and names allergens to check. Nothing where no AI is set up. */
export function SuggestDescription({ form, categories, onOftenContains }: SuggestDescriptionProps) {
  const { isOn, refusal } = useAssistant();
  const language = useTenant().data?.languages?.base ?? DEFAULT_LANGUAGE;
  const [name, description, categoryId] = useWatch({
    control: form.control,
    name: ['name', 'description', 'categoryId'],
  });
  const [made, setMade] = useState<Suggested>();
  const ask = useMutation({
    mutationFn: (dish: DishInput) => apiRequest<SuggestedDish>('POST', '/api/assistant/dish', dish),
    onError: (error) => toastAssistantFailure(error),
  });
  if (!isOn) return null;
  if (refusal) return <AssistantRefusal className="-mt-2">{refusal}</AssistantRefusal>;

  const dish = name?.trim() ?? '';
  const set = (text: string) => form.setValue('description', text, { shouldDirty: true, shouldValidate: true });
  const typedDescription = () => form.getValues('description')?.trim() ?? '';
  const suggest = () => {
    const category = categories?.find(({ id }) => String(id) === categoryId)?.name;
    const before = typedDescription();
    const input = { name: dish, language, ...(before && { description: before }), ...(category && { category }) };
    ask.mutate(input, {
      onSuccess: (answer) => {
        // It may be another dish by now, or described by the owner.
        if (form.getValues('name')?.trim() !== dish || typedDescription() !== before) return;
        setMade({ ...answer, dish, before });
        onOftenContains(answer.oftenContains);
        set(answer.description);
      },
    });
  };

  return (
    <div className="-mt-2 flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" disabled={dish === ''} busy={ask.isPending} onClick={suggest}>
          {!ask.isPending && <Sparkles aria-hidden />}
          {ask.isPending ? 'Writing…' : 'Suggest a Description'}
        </Button>
        {made && made.description === description && (
          <Button variant="ghost" size="sm" onClick={() => set(made.before)}>
            <Undo2 aria-hidden />
            Undo
          </Button>
        )}
      </div>
      {/* Always there, so that screen readers hear what appears in it. */}
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {made?.dish === dish && made.oftenContains.length > 0 && (
          <>Often contains: {namesInWords(made.oftenContains)}. Check with your kitchen.</>
        )}
      </p>
    </div>
  );
}
