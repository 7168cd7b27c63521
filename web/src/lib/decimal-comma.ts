import type { ClipboardEvent, KeyboardEvent } from 'react';
import { withDecimalPoint } from './read-price.ts';

/** Whether this browser's number fields take a comma for the decimal point themselves. */
const takesComma = () =>
  new Intl.NumberFormat(navigator.language)
    .formatToParts(1.5)
    .some(({ type, value }) => type === 'decimal' && value === ',');

/** Types `text` as the user would, which moves the caret and can be undone. Number fields have no selection to edit. */
const typeText = (text: string) => document.execCommand('insertText', false, text);

/**
 * Spread onto a number field. Where the decimal point is a dot, browsers drop a typed or pasted comma without a word: 14,50 would
 * be saved as 1450. `read` reads what was pasted, and gives undefined for what is no number; by default a number without a currency.
 */
export const decimalComma = (read: (text: string) => number | undefined = readPlain) => ({
  onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== ',' || takesComma()) return;
    event.preventDefault();
    typeText('.');
  },
  onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text');
    const number = text.includes(',') && !takesComma() ? read(text) : undefined;
    if (number === undefined) return;
    event.preventDefault();
    typeText(String(number));
  },
});

function readPlain(text: string): number | undefined {
  const number = withDecimalPoint(text.trim(), { digits: 2, group: ',' });
  return number === undefined ? undefined : Number(number);
}
