import * as library from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Browser } from 'playwright-core';
import { readPdf } from '../../../web/src/features/import/pdf/read-pdf.ts';
import type { ReadMenu } from '../../../web/src/features/import/read-menu.ts';
import { readMenuText } from '../../../web/src/features/import/read-text.ts';
import type { DoubtfulSource } from '../../../web/src/features/import/table/table-of-text.ts';
import { asPrinted, STYLES } from './print-html.ts';
import { asPdf } from './print-pdf.ts';
import { asPhonePhoto, asPictures } from './print-picture.ts';
import { asText, TEXT_STYLES } from './print-text.ts';
import { textOfPictures } from './read-pictures.ts';
import { fromExport, TABLES } from './tables.ts';
import type { Truth } from './truth.ts';

/** What was read of a menu; of a photo with the words that are asked about. */
export interface ReadBack extends ReadMenu {
  source?: DoubtfulSource;
}

/** A way in which a menu comes to Import: what Import reads of a menu printed so, by the code that the browser runs. */
export interface Source {
  name: string;
  /** `undefined` if this menu can't be printed so. */
  read: (menu: Truth) => Promise<ReadBack | undefined>;
}

/** Sources that need nothing but this process. */
export const PLAIN_SOURCES: readonly Source[] = [
  ...TEXT_STYLES.map((style) => ({
    name: `Text: ${style}`,
    read: async (menu: Truth) => readMenuText(asText(menu, style)),
  })),
  ...Object.entries(TABLES).map(([name, table]) => ({
    name: `${name}: an export`,
    read: (menu: Truth) => fromExport(menu, table),
  })),
  ...([1, 2] as const).map((columns) => ({
    name: `PDF: PDFKit, ${columns === 1 ? 'one column' : 'two columns'}`,
    // The fonts that every PDF reader has are Latin.
    read: async (menu: Truth) => (menu.isLatin ? readPrinted(await asPdf(menu, columns)) : undefined),
  })),
];

/** What Chromium prints; with `site`, the address of a running Tavola with the seed, also its own menus. */
export function browserSources(browser: Browser, site: string | undefined): Source[] {
  const styles = (Object.keys(STYLES) as (keyof typeof STYLES)[]).map((style) => ({
    name: `PDF: Chromium, ${style}`,
    read: async (menu: Truth) => readPrinted(await asPrinted(browser, menu, style)),
  }));
  if (site === undefined) return styles;
  return [
    ...styles,
    {
      name: 'PDF: a menu of Tavola, printed',
      read: async ({ slug }) => readPrinted(await pageAsPdf(browser, `${site}/menu/${slug}`)),
    },
  ];
}

const PHOTOS = { 'a clean print': async (page: Buffer) => page, 'taken with a phone': asPhonePhoto };
/** Each script is read by a network of its own. */
const SCRIPTS: readonly { name: string; has: (menu: Truth) => boolean }[] = [
  { name: 'Latin', has: ({ isLatin }) => isLatin },
  { name: 'Arabic', has: ({ isRightToLeft }) => isRightToLeft },
  { name: 'Japanese', has: ({ isLatin, isRightToLeft }) => !isLatin && !isRightToLeft },
];

/** Pictures of printed pages. `onPage` hears how long each phone's photo took, in milliseconds. */
export const pictureSources = (onPage: (ms: number) => void): Source[] =>
  SCRIPTS.flatMap(({ name: script, has }) =>
    Object.entries(PHOTOS).map(([photo, take]) => ({
      name: `Photo: ${photo}, ${script}`,
      read: async (menu: Truth) => {
        if (!has(menu)) return undefined;
        const pictures = await Promise.all((await asPictures(menu)).map(take));
        const source = await textOfPictures(pictures, menu.languages, take === asPhonePhoto ? onPage : undefined);
        return { ...readMenuText(source.text), source };
      },
    })),
  );

async function readPrinted(pdf: Uint8Array): Promise<ReadMenu> {
  const read = await readPdf(library, pdf);
  if (!('text' in read)) throw new Error('error' in read ? read.error : 'A PDF is no table.');
  return readMenuText(read.text);
}

async function pageAsPdf(browser: Browser, address: string): Promise<Uint8Array> {
  const tab = await browser.newPage();
  try {
    await tab.goto(address, { waitUntil: 'networkidle' });
    return new Uint8Array(
      await tab.pdf({ format: 'A4', margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' } }),
    );
  } finally {
    await tab.close();
  }
}
