import { z } from 'zod';
import type { OwnMoney } from './own-money.ts';
import { priceError, readAmount } from './read-price.ts';

/** Text input for a price in `money`. Where that has no decimals, only prices that are `kept` may have some. */
export const priceIn = (money: OwnMoney, kept: readonly (number | undefined)[]) =>
  z.string().transform((text, context): number => {
    const read = readAmount(text, money);
    const error =
      'error' in read ? read.error : kept.includes(read.amount) ? undefined : priceError(read.amount, money);
    if ('amount' in read && error === undefined) return read.amount;
    context.addIssue({ code: 'custom', message: error ?? '' });
    return z.NEVER;
  });

/** The same for what an option adds: nothing where nothing is typed. */
export const surchargeIn = (money: OwnMoney, kept: readonly number[]) =>
  z
    .string()
    .transform((text) => (text.trim() === '' ? '0' : text))
    .pipe(priceIn(money, kept));
