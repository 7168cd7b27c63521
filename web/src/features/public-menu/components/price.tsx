import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { type ReactNode, useContext } from 'react';
import { MoneyContext } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';

interface Priced {
  price: number;
  regularPrice?: number | undefined;
  priceFrom?: number | undefined;
}

/** What a dish or a size costs, after the regular price where an offer makes it less; "from" where some choices cost more. */
export function Price({ item: { price, regularPrice, priceFrom } }: { item: Priced }) {
  const { say, fill, own } = usePageWords();
  const money = useContext(MoneyContext);
  // What must be chosen with it may add to the price, but not to the regular one.
  const regular = priceFrom === undefined || priceFrom === price ? regularPrice : undefined;
  const amount = (
    <span dir="ltr" className={regular === undefined ? undefined : 'print:hidden'}>
      {formatMoney(priceFrom ?? price, money)}
    </span>
  );
  return (
    <>
      {regular !== undefined && (
        <s className="dish-was">
          <span {...own} className="sr-only">
            {say('usually')}
          </span>{' '}
          <span dir="ltr">{formatMoney(regular, money)}</span>
        </s>
      )}
      {priceFrom === undefined ? (
        amount
      ) : (
        <span className={regular === undefined ? undefined : 'print:hidden'}>
          {fill('fromPrice', { price: amount }).map((part, at) =>
            // The even parts are words.
            at % 2 === 0 && part ? <FromWord key={String(part)}>{part}</FromWord> : part,
          )}
        </span>
      )}
    </>
  );
}

/** The word beside a price, quieter than that. */
function FromWord({ children }: { children: ReactNode }) {
  const { own } = usePageWords();
  return (
    <span {...own} className="font-normal text-ink-muted">
      {children}
    </span>
  );
}
