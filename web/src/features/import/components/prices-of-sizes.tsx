import { formatMoney } from '@tavola/contracts/rules/money.ts';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { ChoiceButton } from './choice-button.tsx';
import { SizeNames } from './size-names.tsx';

interface PricesOfSizesProps {
  dish: {
    name: string;
    /** `null` while it is open. */
    price: number | null;
    /** The prices that were read. */
    choices: readonly number[];
    /** The sizes that the dish has. */
    own: readonly { name: string; price: number }[];
    /** Names to propose for new sizes. */
    proposed?: readonly string[] | undefined;
    /** How the owner calls the sizes with these prices; undefined while they are open. */
    sizes?: readonly string[] | undefined;
    /** Whether these take the place of its own. */
    replaces: boolean;
  };
  money: OwnMoney;
  onPrice: (price: number) => void;
  onSizes: (names: readonly string[], replaces: boolean) => void;
}

/** Prices without names for a dish that has sizes: the owner says which of them they are of, or that they take their place. */
export function PricesOfSizes({
  dish: { name, price, choices, own, proposed, sizes, replaces },
  money,
  onPrice,
  onSizes,
}: PricesOfSizesProps) {
  const [only] = choices;
  const isOne = choices.length === 1;
  const written = (list: readonly { name?: string; price: number }[]) =>
    list.map((one) => [one.name, formatMoney(one.price, money)].filter(Boolean).join(' ')).join(' · ');
  return (
    <fieldset aria-label={name} className="flex flex-col gap-2">
      <p className="text-sm wrap-anywhere">
        <bdi className="font-semibold">{name}</bdi> is on your menu as <bdi>{written(own)}</bdi>. Which{' '}
        {isOne ? 'one is' : 'are'} <bdi className="figures">{written(choices.map((price) => ({ price })))}</bdi>?
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {isOne ? (
          own.map((size) => (
            <ChoiceButton
              key={size.name}
              isChosen={sizes?.[0] === size.name}
              onChoose={() => onSizes([size.name], false)}
            >
              <bdi>{size.name}</bdi>
            </ChoiceButton>
          ))
        ) : (
          <ChoiceButton
            isChosen={sizes !== undefined && !replaces}
            onChoose={() => onSizes(namesByPrice(choices, own), false)}
          >
            These Sizes
          </ChoiceButton>
        )}
        {isOne && only !== undefined ? (
          <ChoiceButton isChosen={!sizes && price === only} onChoose={() => onPrice(only)}>
            One Price, No Sizes
          </ChoiceButton>
        ) : (
          <ChoiceButton
            isChosen={sizes !== undefined && replaces}
            onChoose={() => onSizes(proposed ?? choices.map(() => ''), true)}
          >
            New Sizes Instead
          </ChoiceButton>
        )}
      </div>
      {sizes && !isOne && (
        <SizeNames
          dish={name}
          names={sizes}
          prices={choices}
          money={money}
          onNames={(names) => onSizes(names, replaces)}
        />
      )}
    </fieldset>
  );
}

/** The names of a dish's sizes for its new prices: the cheapest stays the cheapest. */
function namesByPrice(prices: readonly number[], own: PricesOfSizesProps['dish']['own']): string[] {
  const ranked = own.toSorted((a, b) => a.price - b.price);
  const rankOf = (price: number) => prices.filter((other) => other < price).length;
  return prices.map((price) => ranked[rankOf(price)]?.name ?? '');
}
