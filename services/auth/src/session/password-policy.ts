import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The 49,000 passwords that leaked most often, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Obvious words in passwords here. */
const OURS = [PRODUCT_NAME, 'password', 'admin', 'owner', 'restaurant', 'menu'];

/** Fewest characters a password needs besides such words. */
const BESIDES = 5;

/** Shorter words are ignored: they are part of too many other words. */
const SHORTEST_WORD = 3;

/**
 * @throws Problem `validation-failed` that names `field`, where `password` is a common one, or little more than the
 * product's words and `own`: the account's names and addresses.
 */
export function mustNotBeGuessable(password: string, own: readonly string[], field: string): void {
  const refuse = (message: string): never => {
    throw new Problem('validation-failed', message, { errors: [{ field, message }] });
  };
  if (COMMON.has(password.toLowerCase())) refuse('This password is too common. Please choose another one.');
  const text = plain(password);
  const left = without(text, own);
  if (left !== text && [...left].length < BESIDES) {
    refuse('This password is too similar to your name, email or restaurant. Please choose another one.');
  }
}

/** Lower case, without separators and common suffixes. */
const plain = (text: string) => text.toLowerCase().replace(/[\s._@!-]/g, '');

/** Removes the words of the product and the account from `text`. */
function without(text: string, own: readonly string[]): string {
  const words = [...OURS, ...own, ...own.flatMap((name) => name.split(/[\s@.-]+/))];
  return words
    .map(plain)
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), text);
}
