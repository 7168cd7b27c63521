/**
 * The `ETag` (without quotes) of an API object's state: the same for the same fields, in any order. It depends only on
 * the object's fields, so a client can also compute it from a list.
 */
export function entityTag(object: object): string {
  const fields = Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1));
  return hash53(JSON.stringify(fields)).toString(36);
}

/** 53 bits of two mixed 32-bit lanes (cyrb53): enough to detect a change, and synchronous, which Web Crypto is not. */
function hash53(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
