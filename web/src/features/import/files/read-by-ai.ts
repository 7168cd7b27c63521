import type { PhotoMenu } from '@tavola/contracts/assistant.ts';
import Papa from 'papaparse';
import { apiRequest } from '../../../lib/http/api.ts';
import { assistantError } from '../../../lib/menu/assistant.ts';
import { SEPARATOR } from '../../../lib/menu-table/columns.ts';
import { asJpeg, UNREADABLE } from '../../../lib/pictures/upload-picture.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { toast } from '../../../ui/toast.ts';
import type { Scan } from '../pdf/pages-as-pictures.ts';
import type { FileText, PhotoOptions } from './file-kind.ts';

/** The first line of a menu read by the AI; with sizes, these follow. */
const PHOTO_HEADINGS = 'Category,Name,Description,Price';

/** How many pages of a scan are read: each is a question to the AI. */
export const AI_PAGES_MAX = 5;

const NO_MENU = 'No dishes were found in this photo. Try a sharper one, straight from above.';
const NO_MENU_IN_SCAN = 'No dishes were found in this scan. Try a sharper one.';

type Told = Pick<PhotoOptions, 'onProgress' | 'signal'>;

/** The menu on photos as a table, in which names, prices and descriptions can't be mistaken for each other; or why there is none. */
export async function readPhotosByAi(files: readonly File[], told: Told): Promise<FileText> {
  let photos: Blob[];
  try {
    photos = await Promise.all(files.map(asJpeg));
  } catch {
    return { error: UNREADABLE };
  }
  return asText(await askAbout(photos, told), photos.length, NO_MENU, told);
}

/** The menu on the first pages of a scan, which the AI reads one after the other; or why there is none. */
export async function readScanByAi({ pictures, pages }: Scan, told: Told): Promise<FileText> {
  const reason = `Only the first ${AI_PAGES_MAX} pages of a scan are read. Import the rest as a separate PDF.`;
  return asText({ reason, ...(await askAbout(pictures, told)) }, pages, NO_MENU_IN_SCAN, told);
}

/** What was read of some pages, of which a toast tells if these are not all. */
function asText({ read, reason }: ReadPages, pages: number, nothing: string, { signal }: Told): FileText {
  if (signal.aborted) return { isCancelled: true };
  if (reason !== undefined && read.length === 0) return { error: reason };
  if (reason !== undefined && read.length < pages) {
    const title = `${formatCount(read.length)} of ${formatCount(pages)} pages read`;
    toast({ title, description: reason, variant: 'destructive' });
  }
  return menuText(read) ?? { error: nothing };
}

interface ReadPages {
  read: PhotoMenu[];
  /** Why no more was read. */
  reason?: string;
}

/** What the AI reads, and why it reads no more. */
async function askAbout(pictures: readonly Blob[], { onProgress, signal }: Told): Promise<ReadPages> {
  const read: PhotoMenu[] = [];
  for (const picture of pictures) {
    onProgress({ share: read.length / pictures.length, page: read.length + 1, pages: pictures.length });
    try {
      read.push(await apiRequest<PhotoMenu>('POST', '/api/assistant/photo', picture, { signal }));
    } catch (error) {
      return { read, reason: assistantError(error) };
    }
  }
  return { read };
}

/** Menus as a table; undefined if there are no dishes. */
function menuText(menus: readonly PhotoMenu[]): { text: string } | undefined {
  const rows = menus
    .flatMap(({ sections }) => sections)
    .flatMap(({ name, dishes }) => dishes.map((dish) => [name ?? '', ...cellsOf(dish)].map(inOneLine)));
  if (rows.length === 0) return undefined;
  const hasSizes = rows.some((row) => row.at(-1) !== '');
  const [headings, cells] = hasSizes
    ? [`${PHOTO_HEADINGS},Sizes`, rows]
    : [PHOTO_HEADINGS, rows.map((row) => row.slice(0, -1))];
  return { text: `${headings}\n${Papa.unparse(cells, { newline: '\n' })}` };
}

type PhotoDish = PhotoMenu['sections'][number]['dishes'][number];

/** Name, description, price and sizes. A single size is no choice: it belongs to the name. */
function cellsOf({ name, description, price, sizes = [] }: PhotoDish): string[] {
  const [only] = sizes.length === 1 ? sizes : [];
  const list = only ? [] : sizes.map((size) => `${size.name}: ${size.price?.toFixed(2) ?? '?'}`);
  return [
    only ? `${name} ${only.name}` : name,
    description ?? '',
    (only?.price ?? price)?.toFixed(2) ?? '',
    list.join(SEPARATOR),
  ];
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
