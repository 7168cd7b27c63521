import type tesseract from 'tesseract.js';
import { cutOut, type GrayPicture, toFile } from './gray-picture.ts';
import { doubtfulParts, LOOKS, needsSecondLook, withOwnWords, withSecondLook } from './look-again.ts';
import { isLatin } from './photo-languages.ts';
import { READER_SETTINGS } from './reader-files.ts';
import { linesOf, type ScannedLine } from './scanned-page.ts';

/** What reads letters: of the build for browsers, or of that for Node. */
export type LetterReader = Pick<tesseract.Worker, 'recognize' | 'reinitialize' | 'setParameters'>;

/** Its engine for neural networks, which are all that the site's data are for. */
export const LSTM_ONLY = 1;

/** Its ways of looking at a picture: line by line across all columns, for text wherever it is, and as one line. */
const PAGE = '6' as tesseract.PSM;
const SPARSE = '11' as tesseract.PSM;
const LINE = '7' as tesseract.PSM;

/** The share of a page's time that the first look at it takes, in these languages. */
export const firstLook = (languages: readonly string[]): number => (languages.every(isLatin) ? 1 : 0.5);

/**
 * The lines on a picture, which is read in `languages`, that of other letters than Latin first. What it isn't sure of in such letters
 * is read again, line by line. `onShare` hears after the first look which share is read, from 0 to 1.
 * @throws what the reader says
 */
export async function readPage(
  reader: LetterReader,
  picture: GrayPicture,
  languages: readonly string[],
  onShare: (share: number) => void = () => {},
): Promise<ScannedLine[]> {
  const read = async (part: GrayPicture, isPage: boolean) => {
    // Its types have no bytes, which it takes.
    const file = toFile(part) as unknown as tesseract.ImageLike;
    const { data } = await reader.recognize(file, { rotateAuto: isPage }, { blocks: true, text: false });
    return { lines: linesOf(data), turn: data.rotateRadians ?? 0 };
  };
  const lookAt = async (way: tesseract.PSM) => {
    await reader.setParameters({ tessedit_pageseg_mode: way });
    return read(picture, true);
  };
  // Beside letters that read right to left it mistakes digits, which it reads well where it looks for text anywhere.
  const { lines: found, turn } = await lookAt(PAGE);
  const lines = needsSecondLook(found) ? withSecondLook(found, (await lookAt(SPARSE)).lines) : found;
  const parts = doubtfulParts(lines);
  if (parts.length === 0) return lines;
  const first = firstLook(languages);
  onShare(first);
  // In two languages, short words of the one are taken for noise in the other.
  if (languages.length > 1) await reader.reinitialize(languages[0], LSTM_ONLY, READER_SETTINGS);
  await reader.setParameters({ tessedit_pageseg_mode: LINE });
  for (const [index, part] of parts.entries()) {
    const place = { ...part.box, turn, slope: part.slope };
    const looks: ScannedLine[][] = [];
    for (const scale of LOOKS) looks.push((await read(cutOut(picture, place, scale), false)).lines);
    lines[part.line] = withOwnWords(lines[part.line] as ScannedLine, part, looks);
    onShare(first + ((1 - first) * (index + 1)) / parts.length);
  }
  if (languages.length > 1) await reader.reinitialize(languages.join('+'), LSTM_ONLY, READER_SETTINGS);
  return lines;
}
