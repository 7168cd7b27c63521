import { formatCount } from './format.ts';

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 4 });

/** Formats a whole number in at most seven characters: compact from a million on, as in '155.7M'. */
export function formatLargeCount(value: number): string {
  return value < 1_000_000 ? formatCount(value) : short.format(value);
}
