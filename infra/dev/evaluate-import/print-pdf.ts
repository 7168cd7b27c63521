import PDFDocument from 'pdfkit';
import type { TrueDish, Truth } from './truth.ts';

/** A page of A4, in points. */
const PAGE = { width: 595, height: 842, margin: 48, gutter: 28 };
const SIZE = { title: 22, heading: 15, name: 11, description: 9, note: 8 };
const BOTTOM = PAGE.height - PAGE.margin;

/** The menu as a PDF of one or two columns, with wrapped names, a line at the foot of each page, and its number. */
export function asPdf({ title, sections }: Pick<Truth, 'title' | 'sections'>, columns: 1 | 2): Promise<Uint8Array> {
  const doc = new PDFDocument({ size: [PAGE.width, PAGE.height], margin: 0 });
  const chunks: Buffer[] = [];
  const file = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on('error', reject);
  });
  const width = (PAGE.width - 2 * PAGE.margin - (columns - 1) * PAGE.gutter) / columns;
  let column = 0;
  let page = 1;
  let y = PAGE.margin;
  let top = PAGE.margin;

  const left = () => PAGE.margin + column * (width + PAGE.gutter);
  const foot = () => {
    doc.font('Helvetica').fontSize(SIZE.note);
    if (title === '') return;
    doc.text(`${title} · Prices include tax · Page ${page}`, PAGE.margin, PAGE.height - 30, { lineBreak: false });
  };
  /** Goes on in the next column or on the next page, unless there is room. */
  const need = (height: number) => {
    if (y + height <= BOTTOM) return;
    column = (column + 1) % columns;
    if (column === 0) {
      foot();
      doc.addPage();
      page++;
      top = PAGE.margin;
    }
    y = top;
  };
  const draw = (text: string, font: string, size: number, textWidth: number) => {
    doc.font(font).fontSize(size);
    doc.text(text, left(), y, { width: textWidth });
    y = doc.y;
  };
  const heightOf = (text: string, font: string, size: number, textWidth: number) => {
    doc.font(font).fontSize(size);
    return doc.heightOfString(text, { width: textWidth });
  };
  const drawDish = ({ name, description, price }: TrueDish) => {
    const nameWidth = width - 60;
    const height = heightOf(name, 'Helvetica-Bold', SIZE.name, nameWidth);
    need(height + (description ? heightOf(description, 'Helvetica', SIZE.description, nameWidth) : 0));
    const line = y;
    draw(name, 'Helvetica-Bold', SIZE.name, nameWidth);
    const below = y;
    doc.text(price.toFixed(2), left() + width - 55, line, { width: 55, align: 'right' });
    y = below;
    if (description) draw(description, 'Helvetica', SIZE.description, nameWidth);
    y += 7;
  };

  doc.font('Helvetica-Bold').fontSize(SIZE.title);
  doc.text(title, PAGE.margin, y, { width: PAGE.width - 2 * PAGE.margin, align: 'center' });
  y = doc.y + 14;
  top = y;
  for (const { name, description, dishes } of sections) {
    need(90);
    y += 8;
    draw(name, 'Helvetica-Bold', SIZE.heading, width);
    if (description) draw(description, 'Helvetica-Oblique', SIZE.description, width);
    y += 6;
    dishes.forEach(drawDish);
  }
  foot();
  doc.end();
  return file;
}
