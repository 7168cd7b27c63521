import type { Restaurant } from './bench.ts';
import { type Answer, requestText, textOf } from './http-connection.ts';

/** The price, in cents, of the restaurant's item in a response. Each write of a bench has a higher price than those before. */
export function priceIn(answer: Answer, { slug, itemId }: Restaurant): number {
  const text = textOf(answer);
  // Categories also have ids, and come first.
  const item = text.indexOf(`"id":${itemId},`, text.indexOf('"items":['));
  const [, price] = /"price":([\d.]+)/.exec(item < 0 ? '' : text.slice(item)) ?? [];
  if (price === undefined) throw new Error(`The menu of ${slug} has no item ${itemId}: ${text.slice(0, 80)} …`);
  return Math.round(Number(price) * 100);
}

/** The owner's request that sets the item's price. */
export function priceWrite(origin: string, { itemId, token }: Restaurant, cents: number): string {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return requestText('PUT', `${origin}/api/menu-items/${itemId}`, headers, JSON.stringify({ price: cents / 100 }));
}
