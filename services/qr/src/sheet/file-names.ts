import type { ImageQuery, SheetInput } from '@tavola/contracts/qr.ts';

/** Turns a name into part of a file name: letters and digits of any script, in lower case, separated by hyphens. */
const fileWord = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '') || 'code';

/** For example `table-4-qr-1024.png`. */
export const imageFileName = (name: string, { format, size }: ImageQuery): string =>
  `${fileWord(name)}-qr${format === 'png' ? `-${size}` : ''}.${format}`;

const LAYOUT_NAMES = { '1': '1-per-page', '4': '4-per-page', '12': '12-per-page', tent: 'table-tents' } as const;

/** For example `table-1-to-table-40-qr-codes-a4-4-per-page.pdf`. */
export function sheetFileName(
  names: readonly string[],
  { format, paper, layout }: Omit<SheetInput, 'codeIds'>,
): string {
  const [first = '', last = first] = [names[0], names.at(-1)];
  const what = names.length === 1 ? `${fileWord(first)}-qr-code` : `${fileWord(first)}-to-${fileWord(last)}-qr-codes`;
  return format === 'zip' ? `${what}.zip` : `${what}-${paper.toLowerCase()}-${LAYOUT_NAMES[layout]}.pdf`;
}

/** File names for the images of `names` in one folder; duplicates get a number. */
export function imageFileNames(names: readonly string[], asked: ImageQuery): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let fileName = imageFileName(name, asked);
    for (let count = 2; used.has(fileName); count++) fileName = imageFileName(`${name} ${count}`, asked);
    used.add(fileName);
    return fileName;
  });
}
