import type { ComponentProps, KeyboardEvent } from 'react';
import type { OwnMoney } from '../lib/money/own-money.ts';
import { priceError, priceText, readAmount } from '../lib/money/read-price.ts';
import { Input } from './input.tsx';

/**
 * A price as text, with the sign of `money`. It is no number field: those drop what they can't read without a word, so that
 * 14,50 would become 1450 in an English browser. `readPrice` reads it.
 */
export function PriceInput({ money, ...props }: { money: OwnMoney } & ComponentProps<'input'>) {
  const step = money.digits === 0 ? 1 : 0.01;
  return (
    <Input
      dir="ltr"
      {...props}
      prefix={money.before.trim() || undefined}
      suffix={money.after.trim() || undefined}
      step={step}
      inputMode={money.digits === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      className="figures"
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp') stepBy(event, step, money);
        if (event.key === 'ArrowDown') stepBy(event, -step, money);
      }}
    />
  );
}

/** Changes a price by a step, as the arrow keys do in a number field. */
function stepBy(event: KeyboardEvent<HTMLInputElement>, step: number, money: OwnMoney): void {
  const input = event.currentTarget;
  const read = input.value.trim() === '' ? { amount: 0 } : readAmount(input.value, money);
  if ('error' in read || input.readOnly) return;
  event.preventDefault();
  const next = Number((read.amount + step).toFixed(2));
  if (priceError(next, money) !== undefined) return;
  input.setRangeText(priceText(next, money), 0, input.value.length, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
