import type { Code } from '@tavola/contracts/qr.ts';

/** The codes in use, and the retired ones, latest first. */
export function byUse(codes: readonly Code[]): { inUse: Code[]; retired: Code[] } {
  return {
    inUse: codes.filter(({ retiredAt }) => retiredAt === null),
    retired: codes
      .filter(({ retiredAt }) => retiredAt !== null)
      .sort((a, b) => (b.retiredAt ?? '').localeCompare(a.retiredAt ?? '')),
  };
}

/** The codes whose names contain every word of `search`. */
export function findCodes(codes: readonly Code[], search: string): Code[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return codes.filter(({ name }) => words.every((word) => name.toLocaleLowerCase().includes(word)));
}
