import { formatCount, formatPrice } from '../../../lib/format.ts';
import type { OwnMoney } from '../../../lib/own-money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { PlannedSection } from '../plan.ts';

export interface PlannedMenuProps {
  sections: readonly PlannedSection[];
  money: OwnMoney;
  onAdded: (key: string, isAdded: boolean) => void;
}

/** What was read, by category as on the menu; a dish can be left out. */
export function PlannedMenu({ sections, money, onAdded }: PlannedMenuProps) {
  return (
    <div className="flex flex-col gap-7">
      {sections.map(({ name, description, categoryId, dishes }) => (
        <section key={name} aria-label={name} className="flex flex-col gap-2">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h3 dir="auto" className="display text-lg wrap-anywhere">
              {name}
            </h3>
            {categoryId !== undefined && <Badge>Already a category</Badge>}
            <span className="text-sm text-ink-muted">
              {formatCount(dishes.length)} {dishes.length === 1 ? 'dish' : 'dishes'}
            </span>
          </div>
          {description && (
            <p dir="auto" className="text-sm text-ink-muted">
              {description}
            </p>
          )}
          <ul className="divide-y divide-line border-y border-line">
            {dishes.map((dish) => (
              <li key={dish.key} className="flex items-start justify-between gap-4 py-2.5">
                <Checkbox
                  className="min-w-0 [&_label]:wrap-anywhere"
                  label={<bdi className={dish.isAdded ? 'font-medium' : 'text-ink-muted'}>{dish.name}</bdi>}
                  description={dish.isKnown ? 'Already on your menu' : (dish.description ?? undefined)}
                  checked={dish.isAdded}
                  disabled={dish.price === null}
                  onCheckedChange={(isAdded) => onAdded(dish.key, isAdded)}
                />
                <span className={dish.price === null ? 'shrink-0 text-saffron-ink' : 'figures shrink-0'}>
                  {dish.price === null ? 'No price' : formatPrice(dish.price, money)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
