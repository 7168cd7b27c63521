import type { Code } from '@tavola/contracts/qr.ts';
import { searchItems } from '../../lib/text/search-items.ts';

/** The codes in use, and the retired ones, latest first. */
export function byUse(codes: readonly Code[]): { inUse: Code[]; retired: Code[] } {
  return {
    inUse: codes.filter(({ retiredAt }) => retiredAt === null),
    retired: codes
      .filter(({ retiredAt }) => retiredAt !== null)
      .sort((a, b) => (b.retiredAt ?? '').localeCompare(a.retiredAt ?? '')),
  };
}

/** The codes whose names contain every word of `search`, with or without accents; typos are forgiven if there are none. */
export const findCodes = (codes: readonly Code[], search: string): Code[] => searchItems(codes, search);
