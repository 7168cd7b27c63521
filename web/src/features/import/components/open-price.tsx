import { PRICE_MAX } from '@tavola/contracts/product.ts';
import { useState } from 'react';
import type { OwnMoney } from '../../../lib/own-money.ts';
import { priceError } from '../../../lib/read-price.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { PriceInput } from '../../../ui/price-input.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { PriceChoice } from './price-choice.tsx';

interface OpenPriceProps {
  dish: {
    name: string;
    /** `null` while it is open. */
    price: number | null;
    /** What the price may be, where it can be read two ways. */
    choices: readonly number[];
  };
  money: OwnMoney;
  onPrice: (price: number | null) => void;
}

/** A dish whose price the owner enters: what it may be as buttons, or a field. */
export function OpenPrice({ dish: { name, price, choices }, money, onPrice }: OpenPriceProps) {
  const [text, setText] = useState(price === null ? '' : String(price));
  const [error, setError] = useState<string>();
  const possible = choices.filter((choice) => priceError(choice, money) === undefined);
  const enter = (input: HTMLInputElement) => {
    const found = errorIn(input, money);
    setText(input.value);
    setError(found);
    onPrice(input.value === '' || found ? null : input.valueAsNumber);
  };
  return (
    <FormField
      error={error}
      label={
        <span className="wrap-anywhere">
          <bdi>{name}</bdi>
          <VisuallyHidden>, price</VisuallyHidden>
        </span>
      }
    >
      <fieldset aria-label={name} className="flex flex-wrap items-center gap-2">
        {possible.map((choice) => (
          <PriceChoice
            key={choice}
            price={choice}
            isChosen={choice === price}
            money={money}
            onChoose={() => {
              setText(String(choice));
              setError(undefined);
              onPrice(choice);
            }}
          />
        ))}
        <div className="w-36">
          <PriceInput
            money={money}
            max={PRICE_MAX}
            placeholder="Price"
            value={text}
            onChange={({ target }) => enter(target)}
          />
        </div>
      </fieldset>
    </FormField>
  );
}

/** What is wrong with the price as typed. An empty field is one that is not filled in yet. */
function errorIn({ value, validity, valueAsNumber }: HTMLInputElement, money: OwnMoney): string | undefined {
  if (validity.badInput) return 'Price must be a number.';
  return value === '' ? undefined : priceError(valueAsNumber, money);
}
