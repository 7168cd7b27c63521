import PDFDocument from 'pdfkit';
import { layOut, QUIET_ZONE } from '../drawing/layout.ts';
import { fittedLettering } from '../drawing/lettering.ts';
import type { Logo } from '../drawing/logo.ts';
import type { Look } from '../drawing/look.ts';
import { outline } from '../drawing/outline.ts';
import { type Card, EDGE, type Page } from './pages.ts';

/** A code on a sheet. */
export interface SheetCode {
  name: string;
  /** The text encoded in the code. */
  text: string;
}

/** Length of a cut mark, in points. */
const MARK = 10;
const MARK_COLOR = '#808080';

/** A card's margin on every side, as a share of its shorter side. */
const CARD_MARGIN = 0.06;

// PDFKit's types omit that a picture can be opened once and drawn many times.
type Picture = PDFKit.Mixins.ImageSrc;
type Reader = PDFKit.PDFDocument & { openImage(file: Buffer): Picture };

/**
 * Draws `codes` as a PDF of pages like `page`. `drawn` is awaited after each code, with the number drawn so far. Codes
 * and letters are outlines: sharp at any size, and the same on every machine.
 */
export async function drawPdf(
  codes: readonly SheetCode[],
  page: Page,
  look: Look,
  logo: Logo | null,
  title: string,
  drawn: (done: number) => Promise<void>,
): Promise<Buffer> {
  const doc = new PDFDocument({
    autoFirstPage: false,
    size: [page.width, page.height],
    margin: 0,
    info: { Title: title },
  });
  const chunks: Buffer[] = [];
  const file = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  // Opened once, so that the file contains the picture once.
  const picture = logo && (doc as Reader).openImage(Buffer.from(logo.png));
  for (const [at, code] of codes.entries()) {
    const place = at % page.codes;
    if (place === 0) {
      doc.addPage();
      drawMarks(doc, page);
    }
    const cards = page.fold === null ? page.cards.slice(place, place + 1) : page.cards;
    for (const card of cards) drawCard(doc, card, code, look, logo, picture);
    if (page.fold !== null) drawFold(doc, page.width, page.fold);
    await drawn(at + 1);
  }
  doc.end();
  return file;
}

function drawCard(
  doc: PDFKit.PDFDocument,
  card: Card,
  { name, text }: SheetCode,
  look: Look,
  logo: Logo | null,
  picture: Picture | null,
): void {
  doc.save();
  doc.translate(card.x, card.y);
  if (card.isUpsideDown) doc.rotate(180, { origin: [card.width / 2, card.height / 2] });
  doc.rect(0, 0, card.width, card.height).fill(look.background);

  const unit = Math.min(card.width, card.height);
  const margin = unit * CARD_MARGIN;
  const room = card.width - 2 * margin;
  const lines = [
    { text: name, most: unit * 0.09 },
    ...(look.caption ? [{ text: look.caption, most: unit * 0.06 }] : []),
  ]
    .map((line) => ({ ...line, ...fittedLettering(line.text, line.most, room) }))
    .filter(({ width }) => width > 0);
  const below = lines.reduce((height, { size }) => height + size * 1.35, 0);
  const side = Math.min(room, card.height - 2 * margin - below);
  let y = (card.height - side - below) / 2;
  drawCode(doc, (card.width - side) / 2, y, side, text, look, logo, picture);
  y += side;
  for (const { path, width, size } of lines) {
    doc.save();
    doc.translate((card.width - width) / 2, y + size);
    doc.path(path).fill(look.foreground);
    doc.restore();
    y += size * 1.35;
  }
  doc.restore();
}

/** Draws a code with its quiet zone into a square. */
function drawCode(
  doc: PDFKit.PDFDocument,
  x: number,
  y: number,
  side: number,
  text: string,
  { foreground }: Look,
  logo: Logo | null,
  picture: Picture | null,
): void {
  const layout = layOut(text, { caption: null }, logo);
  doc.save();
  doc.translate(x, y).scale(side / layout.width);
  doc.save();
  doc.translate(QUIET_ZONE, QUIET_ZONE);
  doc.path(outline(layout.isDark, layout.size)).fill(foreground, 'even-odd');
  doc.restore();
  if (layout.logo && picture) {
    doc.image(picture, layout.logo.x, layout.logo.y, { width: layout.logo.width, height: layout.logo.height });
  }
  doc.restore();
}

/** Draws the fold line. */
function drawFold(doc: PDFKit.PDFDocument, width: number, y: number): void {
  doc.save();
  doc.lineWidth(0.5).strokeColor(MARK_COLOR).dash(4, { space: 3 });
  doc
    .moveTo(EDGE - 4 - MARK, y)
    .lineTo(width - EDGE + 4 + MARK, y)
    .stroke();
  doc.restore();
}

/** Draws cut marks: short lines at the edge of the page, in line with the cards. */
function drawMarks(doc: PDFKit.PDFDocument, { width, height, cards, fold }: Page): void {
  const across = new Set(cards.flatMap((card) => [card.x, card.x + card.width]));
  const down = new Set(cards.flatMap((card) => [card.y, card.y + card.height]));
  if (fold !== null) down.delete(fold);
  doc.save();
  doc.lineWidth(0.5).strokeColor(MARK_COLOR);
  for (const x of across) {
    doc.moveTo(x, EDGE - 4 - MARK).lineTo(x, EDGE - 4);
    doc.moveTo(x, height - EDGE + 4).lineTo(x, height - EDGE + 4 + MARK);
  }
  for (const y of down) {
    doc.moveTo(EDGE - 4 - MARK, y).lineTo(EDGE - 4, y);
    doc.moveTo(width - EDGE + 4, y).lineTo(width - EDGE + 4 + MARK, y);
  }
  doc.stroke();
  doc.restore();
}
