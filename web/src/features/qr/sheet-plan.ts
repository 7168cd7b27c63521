import type { SheetInput } from '@tavola/contracts/qr.ts';
import { many } from '../../lib/text/format.ts';

export type Layout = SheetInput['layout'];

const CODES_ON_A_PAGE: Record<Layout, number> = { '1': 1, '4': 4, '12': 12, tent: 1 };

/** The number of pages for this many codes. */
export function pagesFor(codes: number, layout: Layout): number {
  return Math.ceil(codes / CODES_ON_A_PAGE[layout]);
}

/** "1 code", "40 codes" */
export const codesText = (count: number): string => many(count, 'code');

/** Describes a sheet, as in "40 codes on 4 pages" and "1 code, 12 times on 1 page". */
export function sheetText(codes: number, { format, layout }: Pick<SheetInput, 'format' | 'layout'>): string {
  if (format === 'zip') return many(codes, 'picture');
  // One code alone fills its page.
  const times = codes === 1 && CODES_ON_A_PAGE[layout] > 1 ? `, ${CODES_ON_A_PAGE[layout]} times` : '';
  return `${codesText(codes)}${times} on ${many(pagesFor(codes, layout), 'page')}`;
}
