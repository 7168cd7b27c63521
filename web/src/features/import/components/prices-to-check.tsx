import { useState } from 'react';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { formatCount, many } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import type { Answers, PlannedRow } from '../table/plan-table.ts';
import { OpenPrice } from './open-price.tsx';
import { PriceChoice } from './price-choice.tsx';

/** How many prices show before one asks for all. */
const FIRST = 100;

interface PricesToCheckProps {
  /** The rows whose price is asked for, as they are without answers. */
  asked: readonly PlannedRow[];
  answers: Answers;
  money: OwnMoney;
  onPrice: (key: string, price: number | null) => void;
  /** Reads all prices that are one number in one way. */
  onReading: (reading: 0 | 1) => void;
}

/** Prices that the owner enters or chooses, of which some are not answered yet; those that differ only by a comma all at once, too. */
export function PricesToCheck({
  asked,
  answers: { prices = {}, reading },
  money,
  onPrice,
  onReading,
}: PricesToCheckProps) {
  const [isWhole, setIsWhole] = useState(false);
  const dishes = asked.flatMap((row) =>
    row.problems.flatMap(({ choices, isOneNumber, ofSize: { key, name } = row }) => {
      if (!choices) return [];
      const read = isOneNumber && reading !== undefined ? (choices[reading] ?? null) : null;
      return [{ key, name, choices, isOneNumber, price: prices[key] === undefined ? read : prices[key] }];
    }),
  );
  const unanswered = dishes.filter(({ price }) => price === null).length;
  const twoWays = dishes.filter(({ isOneNumber }) => isOneNumber);
  return (
    <section aria-label="Prices to check" className="flex flex-col gap-4 rounded-control bg-saffron-soft p-4">
      <p className="font-semibold text-saffron-ink">
        {unanswered === 0 ? 'All prices are set' : many(unanswered, 'price to check', 'prices to check')}
      </p>
      {twoWays.length > 1 && (
        <fieldset aria-label="All of them" className="flex flex-wrap items-center gap-2">
          <span className="basis-full text-sm">
            {formatCount(twoWays.length)} prices can be read two ways. Read all of them like
          </span>
          {twoWays[0]?.choices.map((choice, index) => (
            <PriceChoice
              key={choice}
              price={choice}
              isChosen={reading === index}
              money={money}
              onChoose={() => onReading(index as 0 | 1)}
            />
          ))}
        </fieldset>
      )}
      <ul className="flex flex-col gap-4">
        {dishes.slice(0, isWhole ? undefined : FIRST).map((dish) => (
          // Its field begins anew where all were read in another way.
          <li key={`${dish.key} ${reading}`}>
            <OpenPrice dish={dish} money={money} onPrice={(price) => onPrice(dish.key, price)} />
          </li>
        ))}
      </ul>
      {!isWhole && dishes.length > FIRST && (
        <Button variant="secondary" className="self-center" onClick={() => setIsWhole(true)}>
          Show All {formatCount(dishes.length)}
        </Button>
      )}
    </section>
  );
}
