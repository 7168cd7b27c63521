import type { Notes } from '@tavola/contracts/money.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import type { OwnMoney } from '../../lib/money/own-money.ts';

/** What restaurants usually say about tax, by currency. */
const TAX: Readonly<Record<string, string>> = {
  USD: 'Sales tax is added to your bill.',
  CAD: 'GST no. 12345 6789 RT0001',
  AUD: 'ABN 12 345 678 901',
  NZD: 'GST no. 12-345-678',
  INR: 'GSTIN 22AAAAA0000A1Z5',
  SGD: 'GST reg. no. M2-1234567-8',
  JPY: 'Registration no. T1234567890123',
  CHF: 'VAT no. CHE-123.456.789',
  GBP: 'VAT no. GB 123 4567 89',
};

/** What they charge besides, by currency. */
const SERVICE: Readonly<Record<string, (money: OwnMoney) => string>> = {
  USD: () => 'An 18% gratuity is added for groups of 6 or more.',
  CAD: () => 'An 18% gratuity is added for groups of 8 or more.',
  GBP: () => 'A 12.5% service charge is added for groups of 6 or more.',
  AUD: () => 'A 15% surcharge applies on public holidays.',
  EUR: (money) => `Cover charge: ${formatMoney(2, money)} per person.`,
  JPY: (money) => `Table charge: ${formatMoney(500, money)} per person.`,
};

/** An example of each note, as it is usual where prices are in the currency of `money`. */
export const noteExamples = (money: OwnMoney): Readonly<Record<keyof Notes, string>> => ({
  tax: TAX[money.currency ?? ''] ?? 'VAT no. 123456789',
  service: SERVICE[money.currency ?? '']?.(money) ?? 'A 10% service charge is added for groups of 8 or more.',
  tip: 'Tips go to the whole team.',
});
