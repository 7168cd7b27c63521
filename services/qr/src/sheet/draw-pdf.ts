import { LARGE_TEXT_CONTRAST, legibleOn } from '@tavola/contracts/rules/contrast.ts';
import { type ChosenLook, lookOf } from '@tavola/contracts/rules/look.ts';
import { sheetCaption } from '@tavola/contracts/rules/sheet-caption.ts';
import { type Wifi, wifiCode } from '@tavola/contracts/rules/wifi.ts';
import PDFDocument from 'pdfkit';
import type { Look } from '../drawing/code-look.ts';
import { type Layout, layOut, QUIET_ZONE } from '../drawing/layout.ts';
import type { Logo } from '../drawing/logo.ts';
import { outline } from '../drawing/outline.ts';
import { cardLabel, layOutCard, type PlacedLine, type Square } from './card.ts';
import { type CardDesign, cardDesign } from './card-design.ts';
import { type Card, EDGE, type Page } from './pages.ts';

/** The restaurant on a sheet's cards. */
export interface SheetRestaurant {
  name: string;
  themeColor: string;
  /** Only where its cards differ from those of a restaurant without a look. */
  look?: Pick<ChosenLook, 'template' | 'fonts'> | undefined;
  /** The menu's language. */
  language?: string | undefined;
  /** The guests' network, where the cards have its code. */
  wifi?: Wifi | undefined;
}

export interface SheetCode {
  name: string;
  /** The text encoded in the code. */
  text: string;
  isMain: boolean;
}

/** Length of a cut mark, in points. */
const MARK = 10;
const MARK_COLOR = '#808080';

// PDFKit's types omit that a picture can be opened once and drawn many times.
type Picture = PDFKit.Mixins.ImageSrc;
type Reader = PDFKit.PDFDocument & { openImage(file: Buffer): Picture };

/** What the cards of a sheet have in common. */
interface Design {
  look: Look;
  logo: Logo | null;
  picture: Picture | null;
  restaurant: SheetRestaurant | null;
  card: CardDesign;
}

/**
 * Draws `codes` as a PDF of pages like `page`, which a single code fills: one restaurant's code goes on many tables. `drawn` is awaited
 * after each code, with the number drawn so far. Codes and letters are outlines: sharp at any size, and the same on every machine.
 */
export async function drawPdf(
  codes: readonly SheetCode[],
  page: Page,
  { look, logo, restaurant }: Omit<Design, 'picture' | 'card'>,
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
  const design = {
    look,
    logo,
    picture,
    restaurant,
    card: cardDesign(restaurant?.name ?? '', lookOf(restaurant?.look)),
  };
  for (const [at, code] of codes.entries()) {
    const place = at % page.codes;
    if (place === 0) {
      doc.addPage();
      drawMarks(doc, page);
    }
    const cards = page.fold === null && codes.length > 1 ? page.cards.slice(place, place + 1) : page.cards;
    for (const card of cards) drawCard(doc, card, code, design);
    if (page.fold !== null) drawFold(doc, page.width, page.fold);
    await drawn(at + 1);
  }
  doc.end();
  return file;
}

function drawCard(doc: PDFKit.PDFDocument, card: Card, code: SheetCode, design: Design): void {
  const { look, logo, restaurant } = design;
  const layout = layOut(code.text, { caption: null }, logo);
  const text = {
    name: restaurant?.name ?? null,
    language: restaurant?.language,
    caption: look.caption ?? sheetCaption(restaurant?.language),
    label: cardLabel(code),
    wifi: restaurant?.wifi?.name,
  };
  const { name, rule, square, caption, label, wifi } = layOutCard(card, layout.size, text, design.card);
  const accent = restaurant ? legibleOn(restaurant.themeColor, look.background, LARGE_TEXT_CONTRAST) : look.foreground;
  doc.save();
  doc.translate(card.x, card.y);
  if (card.isUpsideDown) doc.rotate(180, { origin: [card.width / 2, card.height / 2] });
  doc.rect(0, 0, card.width, card.height).fill(look.background);
  drawLines(doc, card.width, name, accent);
  if (rule) {
    for (const line of rule.lines) doc.rect(rule.x, line.y, rule.width, line.height).fill(accent);
  }
  drawCode(doc, square, layout, design);
  drawLines(doc, card.width, caption, look.foreground);
  drawLines(doc, card.width, label, look.foreground);
  if (wifi && restaurant?.wifi) {
    drawCode(doc, wifi.square, layOut(wifiCode(restaurant.wifi), { caption: null }, null), design);
    for (const line of wifi.lines) drawLine(doc, line.x, line, look.foreground);
  }
  doc.restore();
}

/** Draws lines of letters, each in the middle of the card. */
function drawLines(doc: PDFKit.PDFDocument, cardWidth: number, lines: readonly PlacedLine[], color: string): void {
  for (const line of lines) drawLine(doc, (cardWidth - line.width) / 2, line, color);
}

/** Draws a line of letters that begins at `x`. */
function drawLine(doc: PDFKit.PDFDocument, x: number, { path, y }: PlacedLine, color: string): void {
  doc.save();
  doc.translate(x, y);
  doc.path(path).fill(color);
  doc.restore();
}

/** Draws a code with its quiet zone into a square. */
function drawCode(doc: PDFKit.PDFDocument, { x, y, side }: Square, layout: Layout, { look, picture }: Design): void {
  doc.save();
  doc.translate(x, y).scale(side / layout.width);
  doc.save();
  doc.translate(QUIET_ZONE, QUIET_ZONE);
  doc.path(outline(layout.isDark, layout.size)).fill(look.foreground, 'even-odd');
  doc.restore();
  if (layout.logo && picture) {
    doc.image(picture, layout.logo.x, layout.logo.y, { width: layout.logo.width, height: layout.logo.height });
  }
  doc.restore();
}

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
