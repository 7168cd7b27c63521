import type { MenuItem } from '@tavola/contracts/menu.ts';
import { type Chosen, chosenOf, type OptionGroup } from '@tavola/contracts/rules/choices.ts';
import { formatMoney, isRounded } from '@tavola/contracts/rules/money.ts';
import { useOwnMoney } from '../../../lib/money/use-own-money.ts';

interface PriceOfItemProps {
  item: Pick<MenuItem, 'price' | 'variants' | 'optionGroups' | 'isAvailable'>;
  optionGroups: ReadonlyMap<number, OptionGroup>;
}

/** What an item costs, as guests read it: the lowest price that can be had, after 'from' where there are others. */
export function PriceOfItem({ item, optionGroups }: PriceOfItemProps) {
  const { price, fullPrice = price, priceFrom } = chosenOf<Chosen>(item, optionGroups);
  return (
    <>
      {priceFrom !== undefined && <span className="text-sm font-medium text-ink-muted">from </span>}
      <ItemPrice price={priceFrom ?? fullPrice} />
    </>
  );
}

/** A price as guests read it, with what was rounded for them. */
export function ItemPrice({ price }: { price: number }) {
  return (
    <>
      <span dir="ltr" className="whitespace-nowrap">
        {formatMoney(price, useOwnMoney())}
      </span>
      <RoundedFrom price={price} />
    </>
  );
}

/** Flags a price that guests see rounded, because its currency has no decimals. */
export function RoundedFrom({ price }: { price: number }) {
  const { digits } = useOwnMoney();
  if (!isRounded(price, digits)) return null;
  return <span className="block text-xs leading-4 font-medium text-saffron-ink">Rounded from {price.toFixed(2)}</span>;
}
