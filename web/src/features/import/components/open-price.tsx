import { PRICE_MAX } from '@tavola/contracts/product.ts';
import { useId, useState } from 'react';
import { decimalComma } from '../../../lib/decimal-comma.ts';
import { formatPrice } from '../../../lib/format.ts';
import type { OwnMoney } from '../../../lib/own-money.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { PlannedDish } from '../plan.ts';

export interface OpenPriceProps {
  dish: PlannedDish;
  money: OwnMoney;
  onPrice: (price: number | null) => void;
}

/** A dish whose price the owner enters: what it may be as buttons, or a field. */
export function OpenPrice({ dish: { name, price, choices }, money, onPrice }: OpenPriceProps) {
  const id = useId();
  const [text, setText] = useState(price === null ? '' : String(price));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <label htmlFor={id} className="min-w-0 flex-1 basis-40 font-medium wrap-anywhere">
        <bdi>{name}</bdi>
        <VisuallyHidden>, price</VisuallyHidden>
      </label>
      <fieldset aria-label={name} className="flex flex-wrap items-center gap-2">
        {choices.map((choice) => (
          <Button
            key={choice}
            size="sm"
            variant="secondary"
            aria-pressed={choice === price}
            className="aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
            onClick={() => {
              setText(String(choice));
              onPrice(choice);
            }}
          >
            {formatPrice(choice, money)}
          </Button>
        ))}
        <div className="w-32">
          <Input
            id={id}
            type="number"
            min="0"
            max={PRICE_MAX}
            step={money.digits === 0 ? '1' : '0.01'}
            inputMode={money.digits === 0 ? 'numeric' : 'decimal'}
            autoComplete="off"
            placeholder="Price"
            prefix={money.before.trim() || undefined}
            suffix={money.after.trim() || undefined}
            className="figures"
            value={text}
            {...decimalComma(() => undefined)}
            onChange={({ target }) => {
              setText(target.value);
              onPrice(target.value === '' || !target.validity.valid ? null : target.valueAsNumber);
            }}
          />
        </div>
      </fieldset>
    </div>
  );
}
