import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { type ReactNode, useContext } from 'react';
import { MoneyContext, type ShownItem } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';

type Priced = Pick<ShownItem, 'price' | 'regularPrice' | 'priceFrom' | 'fullPrice' | 'usualFrom' | 'usualPrice'>;

/** What a dish or a size costs, after the usual price where an offer makes it less; "from" where some choices cost more. */
export function Price({ item: { price, fullPrice = price, priceFrom, ...usually } }: { item: Priced }) {
  const { say, own } = usePageWords();
  const { regularPrice, usualPrice = regularPrice, usualFrom } = usually;
  const usual = usualFrom ?? usualPrice;
  const isLess = usual !== undefined && usual > (priceFrom ?? fullPrice);
  return (
    <>
      {usual !== undefined && (
        <s className={isLess ? 'dish-was' : 'dish-was hidden print:inline'}>
          {isLess && (
            <span {...own} className="sr-only">
              {`${say('usually')} `}
            </span>
          )}
          <Amount price={usual} isFrom={usualFrom !== undefined} />
        </s>
      )}
      <span className={usual === undefined ? undefined : 'print:hidden'}>
        <Amount price={priceFrom ?? fullPrice} isFrom={priceFrom !== undefined} />
      </span>
    </>
  );
}

function Amount({ price, isFrom }: { price: number; isFrom: boolean }) {
  const { fill } = usePageWords();
  const amount = <span dir="ltr">{formatMoney(price, useContext(MoneyContext))}</span>;
  // The even parts are words.
  return isFrom
    ? fill('fromPrice', { price: amount }).map((part, at) =>
        at % 2 === 0 && part ? <FromWord key={String(part)}>{part}</FromWord> : part,
      )
    : amount;
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
