import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import type { Allergen } from '@tavola/contracts/rules/allergens.ts';
import { useState } from 'react';
import { AllergenEditor, SameAs } from '../../../lib/allergens/allergen-editor.tsx';
import { STATUS_NAMES } from '../../../lib/allergens/allergen-words.ts';
import { statusOf, undeclaredOf } from '../../../lib/allergens/declaration.ts';
import { KeepsAllergensBox } from '../../../lib/allergens/keeps-allergens-box.tsx';
import type { TextHints } from '../../../lib/allergens/text-hints.ts';
import { useItems } from '../../../lib/http/queries.ts';
import { Button } from '../../../ui/button.tsx';
import type { ItemAllergens } from '../item-allergens.ts';
import { Fold } from './fold.tsx';

interface AllergensPartProps {
  /** The dish as it is stored; undefined for a new one. */
  item: MenuItem | undefined;
  allergens: ItemAllergens;
  categories: readonly Category[] | undefined;
  hints: TextHints | undefined;
  oftenContains: readonly Allergen[];
}

/** What a dish contains. It is declared by a button of its own, so that nobody declares by saving something else. */
export function AllergensPart({ item, allergens, categories, hints, oftenContains }: AllergensPartProps) {
  const { asked, declaration, isDirty, isDeclaring, isConfirming, isReworded, error } = allergens;
  const status = item && statusOf(item, asked);
  const [isUnfolded, setUnfolded] = useState(status === 'unconfirmed');
  const { data: items } = useItems();
  return (
    <Fold
      title={status ? `Allergens: ${STATUS_NAMES[status].toLowerCase()}` : 'Allergens'}
      isOpen={isUnfolded || isDirty || error !== undefined}
      onToggle={setUnfolded}
    >
      {!item ? (
        <p className="text-sm text-ink-muted">
          Add the dish first. Then open it here, or in Allergens, to declare them.
        </p>
      ) : (
        <section aria-label="Allergens" className="flex flex-col gap-4">
          <AllergenEditor
            row={item}
            asked={asked}
            declaration={declaration}
            hints={hints}
            oftenContains={oftenContains}
            others={
              <SameAs
                id={item.id}
                items={items ?? []}
                categories={categories ?? []}
                asked={asked}
                onChoose={allergens.change}
              />
            }
            onConfirm={isDirty || isReworded ? undefined : allergens.confirm}
            isConfirming={isConfirming}
            error={error}
            onChange={allergens.change}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              variant={isDirty ? 'primary' : 'secondary'}
              busy={isDeclaring}
              disabled={!isDirty && undeclaredOf(declaration, asked).length === asked.length}
              onClick={allergens.declare}
            >
              {isDeclaring ? 'Declaring…' : 'Declare'}
            </Button>
            {isDirty && !isDeclaring && (
              <Button size="sm" variant="ghost" onClick={allergens.reset}>
                Undo
              </Button>
            )}
          </div>
        </section>
      )}
    </Fold>
  );
}

/** Asks, once a declared dish's texts are being changed, whether what was declared of it is still right. Nothing elsewhere. */
export function KeepsAllergens({ allergens }: { allergens: ItemAllergens }) {
  if (!allergens.asksToKeep) return null;
  return <KeepsAllergensBox of="dish" checked={allergens.keeps} onCheckedChange={allergens.setKeeps} />;
}
