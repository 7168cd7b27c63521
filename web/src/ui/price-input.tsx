import type { ComponentProps } from 'react';
import { decimalComma } from '../lib/decimal-comma.ts';
import type { OwnMoney } from '../lib/own-money.ts';
import { readPrice } from '../lib/read-price.ts';
import { Input } from './input.tsx';

/** A price as text, with the sign of `money`. */
export function PriceInput({ money, ...props }: { money: OwnMoney } & ComponentProps<'input'>) {
  return (
    <Input
      type="number"
      {...props}
      prefix={money.before.trim() || undefined}
      suffix={money.after.trim() || undefined}
      step={money.digits === 0 ? '1' : '0.01'}
      min="0"
      inputMode={money.digits === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      className="figures"
      {...decimalComma((text) => {
        const read = readPrice(text, money);
        return 'price' in read ? read.price : undefined;
      })}
    />
  );
}
