import { useState } from 'react';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { priceError, readPrice, typedMark } from '../../../lib/money/read-price.ts';
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
  const [text, setText] = useState(price === null ? '' : typedAs(price, money));
  const [error, setError] = useState<string>();
  const possible = choices.filter((choice) => priceError(choice, money) === undefined);
  const enter = (typed: string) => {
    const read = readPrice(typed, money);
    setText(typed);
    // An empty field is one that is not filled in yet.
    setError('error' in read && typed.trim() !== '' ? read.error : undefined);
    onPrice('price' in read ? read.price : null);
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
              setText(typedAs(choice, money));
              setError(undefined);
              onPrice(choice);
            }}
          />
        ))}
        <div className="w-36">
          <PriceInput money={money} placeholder="Price" value={text} onChange={({ target }) => enter(target.value)} />
        </div>
      </fieldset>
    </FormField>
  );
}

/** A price as one would type it, with the menu's decimal mark. */
const typedAs = (price: number, money: OwnMoney) => String(price).replace('.', typedMark(money));
