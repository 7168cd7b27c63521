import { strToU8, zipSync } from 'fflate';
import { type Cell, cellText, guarded, type Table } from './cells.ts';

// A workbook of one sheet, as ECMA-376 wants it. Libraries that write them compress large sheets in a worker that they make of a
// text, which the site's Content-Security-Policy does not allow.

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The files of the workbook but for its sheet. Style 1 is bold, style 2 has two decimals. */
const FRAME = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="Menu" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${SHEETS}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="2" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

const WIDEST = 60;

/** A table as an Excel workbook (.xlsx). Texts are texts, whatever they begin with. */
export function xlsxOf({ headings, rows }: Table): Uint8Array<ArrayBuffer> {
  const widths = headings.map((heading, column) => {
    const lengths = rows.map((row) => cellText(row[column] ?? null).length);
    return Math.min(WIDEST, Math.max(heading.length, ...lengths.slice(0, 100)) + 2);
  });
  const sheet =
    `<worksheet xmlns="${SHEETS}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>` +
    `<sheetData>${[headings, ...rows].map(rowXml).join('')}</sheetData></worksheet>`;
  const files = { ...FRAME, 'xl/worksheets/sheet1.xml': sheet };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(HEAD + xml)])));
}

const rowXml = (row: readonly Cell[], index: number): string =>
  `<row r="${index + 1}">${row.map((cell, column) => cellXml(cell, `${columnName(column)}${index + 1}`, index === 0)).join('')}</row>`;

function cellXml(cell: Cell, at: string, isHeading: boolean): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${at}"${Number.isInteger(cell) ? '' : ' s="2"'}><v>${cell}</v></c>`;
  const text = escaped(guarded(cellText(cell), { asText: true }));
  return `<c r="${at}" t="inlineStr"${isHeading ? ' s="1"' : ''}><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** 0 → 'A', 26 → 'AA'. */
const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const hex = (char: string) => char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

/** What XML can't hold is written as `_x000D_`, and so is an underscore that would be read as the start of that. */
const escaped = (text: string): string =>
  text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu, (char) => `_x${hex(char)}_`)
    .replace(/[&<>]/g, (char) => ENTITIES[char] ?? char);
