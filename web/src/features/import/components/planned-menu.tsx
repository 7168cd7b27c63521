import { formatMoney } from '@tavola/contracts/rules/money.ts';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { many } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { BeforeAfter } from '../../../ui/before-after.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { PlannedRow, TablePlan } from '../table/plan-table.ts';
import { WithDoubts } from './with-doubts.tsx';

interface PlannedMenuProps {
  plan: TablePlan;
  money: OwnMoney;
  onTaken: (key: string, isTaken: boolean) => void;
}

/** What was read of a text, by category as on the menu; a dish can be left out. */
export function PlannedMenu({ plan: { rows }, money, onTaken }: PlannedMenuProps) {
  return (
    <div className="flex flex-col gap-7">
      {[...Map.groupBy(rows, ({ category }) => category)].map(([{ id, name, changes }, dishes]) => {
        const description = changes.find(({ column }) => !column.lang)?.after;
        return (
          <section key={name} aria-label={name} className="flex flex-col gap-2">
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <h3 dir="auto" className="display text-lg wrap-anywhere">
                {name}
              </h3>
              {id !== undefined && <Badge>Already a category</Badge>}
              <span className="text-sm text-ink-muted">{many(dishes.length, 'dish', 'dishes')}</span>
            </div>
            {description && (
              <p dir="auto" className="text-sm text-ink-muted">
                {description}
              </p>
            )}
            <ul className="divide-y divide-line border-y border-line">
              {dishes.map((dish) => (
                <Dish key={dish.key} dish={dish} money={money} onTaken={(isTaken) => onTaken(dish.key, isTaken)} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

interface DishProps {
  dish: PlannedRow;
  money: OwnMoney;
  onTaken: (isTaken: boolean) => void;
}

function Dish({ dish: { item, name, action, changes, problems, doubts = [] }, money, onTaken }: DishProps) {
  const said = (field: string) => changes.find(({ column }) => column.field === field && !column.lang)?.value;
  const change = said('price') as number | undefined;
  const price = change ?? item?.price;
  const sizes = said('variants') as readonly Size[] | null | undefined;
  const why = problems.find(({ choices }) => !choices)?.message;
  const description = said('description') as string | undefined;
  const isTaken = action === 'add' || action === 'change';
  return (
    <li className="flex items-start justify-between gap-4 py-2.5">
      <Checkbox
        className="min-w-0 [&_label]:wrap-anywhere"
        label={
          <bdi className={isTaken ? 'font-medium' : 'text-ink-muted'}>
            <WithDoubts text={name} words={doubts} />
          </bdi>
        }
        description={
          item ? (why ?? KNOWN[action]) : (why ?? (description && <WithDoubts text={description} words={doubts} />))
        }
        checked={isTaken}
        disabled={change === undefined && sizes === undefined}
        onCheckedChange={onTaken}
      />
      {said('isAvailable') === false && <Badge>Out of Stock</Badge>}
      <span className={price === undefined ? 'shrink-0 text-saffron-ink' : 'figures shrink-0'}>
        {sizes ? (
          <SizePrices sizes={sizes} money={money} />
        ) : price === undefined ? (
          'No price'
        ) : item && change !== undefined ? (
          <BeforeAfter before={formatMoney(item.price, money)} after={formatMoney(change, money)} />
        ) : (
          formatMoney(price, money)
        )}
      </span>
    </li>
  );
}

interface Size {
  name: string;
  price: number;
}

const SizePrices = ({ sizes, money }: { sizes: readonly Size[]; money: OwnMoney }) =>
  sizes.map(({ name, price }) => (
    <span key={name} className="block text-end">
      <bdi className="text-ink-muted">{name}</bdi> {formatMoney(price, money)}
    </span>
  ));

/** What is said of a dish that the menu has. */
const KNOWN: Partial<Record<PlannedRow['action'], string>> = {
  same: 'Already on your menu',
  change: 'On your menu: new price',
  skip: 'On your menu: keeps its price',
};
