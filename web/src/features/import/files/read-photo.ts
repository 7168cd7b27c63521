import type { PhotoMenu } from '@tavola/contracts/assistant.ts';
import Papa from 'papaparse';
import { apiRequest } from '../../../lib/http/api.ts';
import { assistantError } from '../../../lib/menu/assistant.ts';
import { asJpeg, UNREADABLE } from '../../../lib/pictures/upload-picture.ts';
import type { FileText } from './file-kind.ts';
import { PHOTO_HEADINGS } from './photo-text.ts';

const NO_MENU = 'No dishes were found in this photo. Try a sharper one, straight from above.';

/** The menu on a photo as a table, in which names, prices and descriptions can't be mistaken for each other; or why there is none. */
export async function readPhoto(file: File): Promise<FileText> {
  let photo: Blob;
  try {
    photo = await asJpeg(file);
  } catch {
    return { error: UNREADABLE };
  }
  try {
    return menuText(await menuOn(photo)) ?? { error: NO_MENU };
  } catch (error) {
    return { error: assistantError(error) };
  }
}

/** The menu on a picture. @throws ApiError */
export const menuOn = (picture: Blob): Promise<PhotoMenu> =>
  apiRequest<PhotoMenu>('POST', '/api/assistant/photo', picture);

/** A menu as a table; undefined if there are no dishes. */
export function menuText({ sections }: PhotoMenu): { text: string } | undefined {
  const rows = sections.flatMap(({ name, dishes }) =>
    dishes.map((dish) => [name ?? '', dish.name, dish.description ?? '', dish.price?.toFixed(2) ?? ''].map(inOneLine)),
  );
  if (rows.length === 0) return undefined;
  return { text: `${PHOTO_HEADINGS}\n${Papa.unparse(rows, { newline: '\n' })}` };
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
