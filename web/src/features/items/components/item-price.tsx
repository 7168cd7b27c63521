import { formatMoney, isRounded } from '@tavola/contracts/rules/money.ts';
import { useOwnMoney } from '../../../lib/money/use-own-money.ts';

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
