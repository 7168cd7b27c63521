import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { useState } from 'react';
import type { OwnMoney } from '../../../lib/money/own-money.ts';
import { priceError, readPrice, typedMark } from '../../../lib/money/read-price.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { PriceInput } from '../../../ui/price-input.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { ChoiceButton } from './choice-button.tsx';
import { SizeNames } from './size-names.tsx';

interface OpenPriceProps {
  dish: {
    name: string;
    /** What the table says of it. */
    said?: string | undefined;
    /** Why the only choice is asked about. */
    reason?: string | undefined;
    /** `null` while it is open. */
    price: number | null;
    /** What the price may be, where it can be read two ways. */
    choices: readonly number[];
    /** Names to propose for the sizes that may have these prices. */
    proposed?: readonly string[] | undefined;
    /** How the owner calls them; undefined while the choices are no sizes. */
    sizes?: readonly string[] | undefined;
  };
  money: OwnMoney;
  onPrice: (price: number | null) => void;
  /** Takes the choices for the prices of sizes with these names. */
  onSizes: (names: readonly string[]) => void;
}

/** A dish whose price the owner enters: what it may be as buttons, or a field; several may be those of its sizes. */
export function OpenPrice({
  dish: { name, said, reason, price, choices, proposed, sizes },
  money,
  onPrice,
  onSizes,
}: OpenPriceProps) {
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
    <div className="flex flex-col gap-3">
      <FormField
        error={error}
        hint={
          said ? (
            <>
              Your table says <bdi>“{said}”</bdi>.
            </>
          ) : (
            reason
          )
        }
        label={
          <span className="wrap-anywhere">
            <bdi>{name}</bdi>
            <VisuallyHidden>, price</VisuallyHidden>
          </span>
        }
      >
        <fieldset aria-label={name} className="flex flex-wrap items-center gap-2">
          {possible.map((choice) => (
            <ChoiceButton
              key={choice}
              isChosen={choice === price}
              onChoose={() => {
                setText(typedAs(choice, money));
                setError(undefined);
                onPrice(choice);
              }}
            >
              {formatMoney(choice, money)}
            </ChoiceButton>
          ))}
          {proposed && possible.length === choices.length && (
            <ChoiceButton
              isChosen={sizes !== undefined}
              onChoose={() => {
                setText('');
                setError(undefined);
                onSizes(sizes ?? proposed);
              }}
            >
              {COUNTED[proposed.length] ?? formatCount(proposed.length)} Sizes
            </ChoiceButton>
          )}
          <div className="w-36">
            <PriceInput money={money} placeholder="Price" value={text} onChange={({ target }) => enter(target.value)} />
          </div>
        </fieldset>
      </FormField>
      {sizes && <SizeNames dish={name} names={sizes} prices={choices} money={money} onNames={onSizes} />}
    </div>
  );
}

const COUNTED: Partial<Record<number, string>> = { 2: 'Two', 3: 'Three' };

/** A price as one would type it, with the menu's decimal mark. */
const typedAs = (price: number, money: OwnMoney) => String(price).replace('.', typedMark(money));
