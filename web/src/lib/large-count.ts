import { formatCount } from './format.ts';

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 4 });

/** A whole number where there is room for seven characters: from a million on in short, as in '155.7M'. */
export function formatLargeCount(value: number): string {
  return value < 1_000_000 ? formatCount(value) : short.format(value);
}
