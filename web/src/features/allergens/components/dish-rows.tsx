import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { Allergen } from '@tavola/contracts/rules/allergens.ts';
import { ChevronRight } from 'lucide-react';
import { DIET_NAMES, shortlyInWords } from '../../../lib/allergens/allergen-words.ts';
import type { DeclarationDraft } from '../../../lib/allergens/declaration-draft.ts';
import { HintInWords } from '../../../lib/allergens/hint-in-words.tsx';
import { Bidi } from '../../../ui/bidi.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { ErrorLine } from '../../../ui/error-line.tsx';
import type { Dish } from '../filter-dishes.ts';
import { StatusBadge } from './status-badge.tsx';

interface DishRowsProps {
  dishes: readonly Dish[];
  asked: readonly Allergen[];
  /** What was changed and not declared yet, by dish. */
  drafts: ReadonlyMap<number, DeclarationDraft>;
  /** Why dishes were refused. */
  refused: ReadonlyMap<number, string>;
  /** Whether the rows say what the dishes' texts hint at. */
  withHints: boolean;
  onOpen: (item: MenuItem) => void;
  /** Undefined for who may not change the menu. */
  onSetDiets: ((item: MenuItem, diet: MenuItem['diet']) => void) | undefined;
}

/** The dishes as rows that open. */
export function DishRows({ dishes, asked, drafts, refused, withHints, onOpen, onSetDiets }: DishRowsProps) {
  return (
    <ul className="divide-y divide-line">
      {dishes.map(({ item, status, hinted }) => (
        <li
          key={item.id}
          className={cn('flex flex-col gap-2 px-5 py-3 sm:px-7', drafts.has(item.id) && 'bg-saffron-soft/40')}
        >
          <button
            type="button"
            onClick={() => onOpen(item)}
            className="-mx-2 flex min-h-11 items-center gap-3 rounded-control px-2 py-1 text-start hover:bg-sunken"
          >
            <span className="flex min-w-0 grow flex-col gap-1">
              <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <Bidi className="font-semibold wrap-anywhere">{item.name}</Bidi>
                <StatusBadge status={status} />
              </span>
              {drafts.has(item.id) ? (
                <span className="text-sm text-ink-muted">
                  To declare: {shortlyInWords(drafts.get(item.id)?.declaration.states, asked)}
                </span>
              ) : (
                item.allergens &&
                status !== 'missing' && (
                  <span className="text-sm text-ink-muted first-letter:uppercase">
                    {shortlyInWords(item.allergens.states, asked)}
                  </span>
                )
              )}
            </span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint rtl:rotate-180" />
          </button>
          {refused.has(item.id) && <ErrorLine>{refused.get(item.id)}</ErrorLine>}
          {withHints && hinted && (
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-brand-soft px-4 py-3 text-sm text-brand-ink">
              <p className="min-w-0 wrap-anywhere">
                <HintInWords hints={hinted} hinted={hinted.allergens} asked={asked} />
              </p>
              <div className="flex flex-wrap gap-2">
                {onSetDiets &&
                  hinted.diets.map((diet) => (
                    <Button
                      key={diet}
                      variant="secondary"
                      size="sm"
                      onClick={() => onSetDiets(item, [...(item.diet ?? []), diet] as MenuItem['diet'])}
                    >
                      Mark as {DIET_NAMES[diet]}
                    </Button>
                  ))}
                {hinted.allergens.length > 0 && (
                  <Button variant="secondary" size="sm" onClick={() => onOpen(item)}>
                    Check Allergens
                  </Button>
                )}
              </div>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
