import type { MenuItem } from '@tavola/contracts/menu.ts';
import { DIETS, type Diet } from '@tavola/contracts/rules/diets.ts';
import { Controller } from 'react-hook-form';
import { DIET_NAMES } from '../../../lib/allergens/allergen-words.ts';
import { isGlutenFree } from '../../../lib/allergens/declaration.ts';
import type { TextHints } from '../../../lib/allergens/text-hints.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/chips.tsx';
import { ErrorLine } from '../../../ui/error-line.tsx';
import { ITEM_LABELS, type ItemForm } from '../item-form.ts';

const OPTIONS = DIETS.map((value) => ({ value, label: DIET_NAMES[value] }));

interface DietFieldProps {
  form: ItemForm;
  /** The dish as it is stored; undefined for a new one. */
  item: MenuItem | undefined;
  /** What the dish's texts say. */
  hints: TextHints | undefined;
}

/** What a dish is for, and what it is made with. */
export function DietField({ form, item, hints }: DietFieldProps) {
  const error = form.formState.errors.diet?.message;
  return (
    <Controller
      control={form.control}
      name="diet"
      render={({ field }) => {
        const chosen = field.value as Diet[];
        const hinted = hints?.diets.filter((diet) => !chosen.includes(diet)) ?? [];
        return (
          <div className="flex flex-col gap-2 sm:col-span-2">
            <p className="text-sm font-semibold">
              {ITEM_LABELS.diet} <span className="font-normal text-ink-faint">(optional)</span>
            </p>
            <Chips label={ITEM_LABELS.diet} options={OPTIONS} chosen={chosen} onChange={field.onChange} />
            {hinted.length > 0 && (
              <Alert
                tone="info"
                action={
                  <Button variant="secondary" size="sm" onClick={() => field.onChange([...chosen, ...hinted])}>
                    Take Over
                  </Button>
                }
              >
                Your text says <bdi className="font-semibold">{hints?.quotes.join(' ')}</bdi>:{' '}
                {hinted.map((diet) => DIET_NAMES[diet].toLowerCase()).join(', ')}. Is that right?
              </Alert>
            )}
            {chosen.includes('gluten-free') && !(item && isGlutenFree(item)) && (
              <p className="text-sm text-ink-muted">
                Guests read “gluten-free” once you declare below that this dish is free from gluten.
              </p>
            )}
            {error && <ErrorLine>{error}</ErrorLine>}
          </div>
        );
      }}
    />
  );
}
