import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { useState } from 'react';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { priceError } from '../../../lib/money/read-price.ts';
import { proposedSizeNames, sizeNamesError } from '../../../lib/options/size-names.ts';
import { formatCount, many } from '../../../lib/text/format.ts';
import { ShowAll } from '../../../ui/show-all.tsx';
import type { Answers, PlannedRow } from '../table/plan-table.ts';
import { ChoiceButton } from './choice-button.tsx';
import { OpenPrice } from './open-price.tsx';
import { PricesOfSizes } from './prices-of-sizes.tsx';

/** How many prices show before one asks for all. */
const FIRST = 100;

interface PricesToCheckProps {
  /** The rows whose price is asked for, as they are without answers. */
  asked: readonly PlannedRow[];
  answers: Answers;
  money: OwnMoney;
  onPrice: (key: string, price: number | null) => void;
  /** Takes the choices for the prices of sizes with these names, which may take the place of those that the dish has. */
  onSizes: (key: string, names: readonly string[], replaces: boolean) => void;
  /** Reads all prices that are one number in one way. */
  onReading: (reading: 0 | 1) => void;
}

/** Prices that the owner enters or chooses, of which some are not answered yet; those that differ only by a comma all at once, too. */
export function PricesToCheck({
  asked,
  answers: { prices = {}, sizes = {}, replaced = {}, reading },
  money,
  onPrice,
  onSizes,
  onReading,
}: PricesToCheckProps) {
  const [isWhole, setIsWhole] = useState(false);
  const dishes = asked.flatMap((row) =>
    row.problems.flatMap(({ message, choices, said, isOneNumber, mayBeSizes, sizes: own, ofSize = row }) => {
      if (!choices) return [];
      const { key, name } = ofSize;
      const read = isOneNumber && reading !== undefined ? (choices[reading] ?? null) : null;
      const price = prices[key] === undefined ? read : prices[key];
      const proposed = mayBeSizes === true ? proposedSizeNames(choices.length) : mayBeSizes;
      // What was said of another number of prices, before the text was edited, is said of none.
      const named = sizes[key]?.length === choices.length ? sizes[key] : undefined;
      // Several prices say by themselves what the question is.
      const reason = choices.length === 1 ? message : undefined;
      const dish = { key, name, said, reason, choices, isOneNumber, price, proposed, sizes: named };
      const canBeSizes = choices.every((choice) => priceError(choice, money) === undefined);
      return [{ ...dish, own: canBeSizes ? own : undefined, replaces: replaced[key] === true }];
    }),
  );
  const isOpen = ({ price, sizes: named }: (typeof dishes)[number]) =>
    named ? named.length > 1 && sizeNamesError(named) !== undefined : price === null;
  const unanswered = dishes.filter(isOpen).length;
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
            <ChoiceButton key={choice} isChosen={reading === index} onChoose={() => onReading(index as 0 | 1)}>
              {formatMoney(choice, money)}
            </ChoiceButton>
          ))}
        </fieldset>
      )}
      <ul className="flex flex-col gap-4">
        {dishes.slice(0, isWhole ? undefined : FIRST).map((dish) => (
          // Its field begins anew where all were read in another way.
          <li key={`${dish.key} ${reading}`}>
            {dish.own ? (
              <PricesOfSizes
                dish={{ ...dish, own: dish.own }}
                money={money}
                onPrice={(price) => onPrice(dish.key, price)}
                onSizes={(names, replaces) => onSizes(dish.key, names, replaces)}
              />
            ) : (
              <OpenPrice
                dish={dish}
                money={money}
                onPrice={(price) => onPrice(dish.key, price)}
                onSizes={(names) => onSizes(dish.key, names, false)}
              />
            )}
          </li>
        ))}
      </ul>
      {!isWhole && dishes.length > FIRST && <ShowAll count={dishes.length} onShow={() => setIsWhole(true)} />}
    </section>
  );
}
