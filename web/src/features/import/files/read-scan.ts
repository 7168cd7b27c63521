import type { PhotoMenu } from '@tavola/contracts/assistant.ts';
import { assistantError } from '../../../lib/menu/assistant.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { toast } from '../../../ui/toast.ts';
import { SCANNED_PAGES_MAX } from '../pdf/pages-as-pictures.ts';
import { drawPdfInWorker } from '../pdf/pdf-in-worker.ts';
import type { FileText } from './file-kind.ts';
import { menuOn, menuText } from './read-photo.ts';

const NOT_DRAWN = "The pages of this PDF can't be shown as pictures. Take a photo of each, and choose that.";
const NO_MENU = 'No dishes were found in this scan. Try a sharper one.';

/** The menu on the first pages of a scan, which the AI reads one after the other; or why there is none. */
export async function readScan(file: File): Promise<FileText> {
  const scan = await drawPdfInWorker(file).catch(() => undefined);
  if (!scan) return { error: NOT_DRAWN };
  const read: PhotoMenu[] = [];
  let reason = `Only the first ${SCANNED_PAGES_MAX} pages of a scan are read. Import the rest as a separate PDF.`;
  for (const picture of scan.pictures) {
    try {
      read.push(await menuOn(picture));
    } catch (error) {
      reason = assistantError(error);
      break;
    }
  }
  if (read.length === 0) return { error: reason };
  if (read.length < scan.pages) {
    const title = `${formatCount(read.length)} of ${formatCount(scan.pages)} pages read`;
    toast({ title, description: reason, variant: 'destructive' });
  }
  return menuText({ sections: read.flatMap(({ sections }) => sections) }) ?? { error: NO_MENU };
}
