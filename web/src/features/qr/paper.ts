import type { SheetInput } from '@tavola/contracts/qr.ts';

/** The regions that print on Letter; all others use A4 (Unicode CLDR, `paperSize`). */
const LETTER_REGIONS = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/** The paper that a browser with this language has in its printer. */
export function paperFor(language: string): SheetInput['paper'] {
  try {
    return LETTER_REGIONS.has(new Intl.Locale(language).maximize().region ?? '') ? 'Letter' : 'A4';
  } catch {
    return 'A4';
  }
}
