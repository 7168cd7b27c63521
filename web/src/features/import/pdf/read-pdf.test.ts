import { deflateSync } from 'node:zlib';
import * as library from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { readPdf } from './read-pdf.ts';

// Hostile and broken PDFs.

const encoder = new TextEncoder();

/** A PDF of these objects, from number 1; the first is the catalog. */
function pdfOf(objects: readonly (string | Uint8Array)[], trailer = ''): Uint8Array {
  const parts: (string | Uint8Array)[] = ['%PDF-1.7\n'];
  for (const [index, object] of objects.entries()) parts.push(`${index + 1} 0 obj\n`, object, '\nendobj\n');
  parts.push(`trailer\n<< /Root 1 0 R /Size ${objects.length + 1} ${trailer} >>\n%%EOF`);
  return new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part))));
}

function stream(content: string): Uint8Array {
  const bytes = deflateSync(content);
  return Buffer.concat([
    encoder.encode(`<< /Length ${bytes.length} /Filter /FlateDecode >>\nstream\n`),
    bytes,
    encoder.encode('\nendstream'),
  ]);
}

const PAGE =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R /C 6 0 R >> >> >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const MONOSPACED = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>';

/** A PDF of one page. */
const pageOf = (content: string, catalog = '', pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>') =>
  pdfOf([`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`, pages, PAGE, stream(content), FONT, MONOSPACED]);

const SOUP = 'BT /F 12 Tf 50 700 Td (Soup) Tj 400 0 Td (8.50) Tj ET';
const errorOf = async (data: Uint8Array) => {
  const read = await readPdf(library, data);
  return 'error' in read ? read.error : read;
};

describe('A PDF', () => {
  it('is read, and its scripts are not run', async () => {
    const script = '/OpenAction << /S /JavaScript /JS (globalThis.wasRun = true; app.alert\\(1\\)) >>';
    expect(await readPdf(library, pageOf(SOUP, script))).toEqual({ text: 'Soup .... 8.50' });
    expect('wasRun' in globalThis).toBe(false);
  });

  it.each([0.12, 0.3, 1])('whose headings have letters %s of their size apart has their words', async (apart) => {
    const [heading, size] = ['SOUPS & TEA À LA CARTE', 15];
    // A letter of Courier is 0.6 wide.
    const step = (0.6 + apart) * size;
    const written = heading.replace('À', '\\300');
    const letters = [...heading].map(
      (letter, index) => `${index ? step : 0} 0 Td (${letter.replace('À', '\\300')}) Tj`,
    );
    const kerned = [...heading].map((letter) => `(${letter.replace('À', '\\300')}) ${-apart * 1000}`).join(' ');
    const ways = [`${apart * size} Tc (${written}) Tj 0 Tc`, letters.join(' '), `[${kerned}] TJ`];
    const soup = 'BT /F 12 Tf 50 700 Td (Soup) Tj 400 0 Td (8.50) Tj ET';
    for (const way of ways) {
      const page = `q 1 0 0 1 0 20 cm BT /C ${size} Tf 50 720 Td ${way} ET Q ${soup}`;
      expect(await readPdf(library, pageOf(page))).toEqual({ text: `## ${heading}\nSoup .... 8.50` });
    }
  });

  it('of 21 pages, of a million, or of a hundred thousand pieces of text is refused', { tags: 'full' }, async () => {
    const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [KIDS] /Count 21 >>'];
    const kids = Array.from({ length: 21 }, (_, index) => `${index + 3} 0 R`).join(' ');
    const pages = Array.from({ length: 21 }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>');
    expect(await errorOf(pdfOf([...objects.map((one) => one.replace('KIDS', kids)), ...pages]))).toBe(
      'This PDF has 21 pages. A menu can have at most 20.',
    );
    const million = `<< /Type /Pages /Kids [${'3 0 R '.repeat(1_000_000)}] /Count 1000000 >>`;
    expect(await errorOf(pageOf(SOUP, '', million))).toMatch(/^This PDF (?:can't be read|has 1,000,000 pages)/);
    const pieces = Array.from(
      { length: 100_000 },
      (_, index) => `1 0 0 1 ${(index * 97) % 500} ${(index * 61) % 800} Tm (x) Tj`,
    );
    expect(await errorOf(pageOf(`BT /F 12 Tf ${pieces.join('\n')} ET`))).toMatch(/^This PDF has more text than a menu/);
  });

  it('of a million objects is read, or refused in words', { tags: 'full' }, async () => {
    const objects = Array.from({ length: 1_000_000 }, (_, index) => `${index + 10} 0 obj 1 endobj`).join('\n');
    const data = Buffer.concat([encoder.encode(`%PDF-1.7\n${objects}\n`), pageOf(SOUP).slice(9)]);
    expect(await readPdf(library, new Uint8Array(data))).toEqual({ text: 'Soup .... 8.50' });
  });

  it('without text, with a password, cut short, going in circles or in fact something else says so', async () => {
    expect(await errorOf(pageOf('0 0 100 100 re f'))).toMatch(/^This PDF has no text/);
    const locked = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >> /ID [<41> <41>]`;
    const page = [
      `<< /Type /Catalog /Pages 2 0 R >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      PAGE,
      stream(SOUP),
      FONT,
    ];
    expect(await errorOf(pdfOf(page, locked))).toMatch(/^This PDF has a password/);
    expect(await errorOf(pageOf(SOUP).slice(0, 120))).toMatch(/^This PDF can't be read/);
    const circle = pageOf(SOUP, '', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>');
    expect(await errorOf(circle)).toMatch(/^This PDF can't be read/);
    expect(await errorOf(encoder.encode('%PDF-1.7 is all it says'))).toMatch(/^This PDF can't be read/);
  });
});
