import Papa from 'papaparse';
import { cleanLines } from './clean-lines.ts';
import { fitMenu } from './fit-menu.ts';
import type { ReadMenu, ReadSection } from './read-menu.ts';
import { priceStyleOf, readOnlyPrice } from './read-price.ts';
import { readMenuText, TEXT_MAX } from './read-text.ts';

/** Names of columns in English, German, French, Italian and Spanish. */
const COLUMNS = {
  name: 'name|dish|item|item name|dish name|title|product|gericht|speise|artikel|bezeichnung|produkt|nom|plat|article|produit|intitulé|nome|piatto|articolo|prodotto|nombre|plato|artículo|producto',
  description: 'description|details|beschreibung|zutaten|détails|descrizione|ingredienti|descripción|ingredientes',
  price: 'price|cost|amount|preis|prix|tarif|prezzo|precio',
  section:
    'category|section|group|course|menu section|kategorie|rubrik|gruppe|catégorie|rubrique|section|categoria|sezione|categoría|sección',
};
type Column = keyof typeof COLUMNS;

/** Reads a menu from a table with a header, or from text. */
export const readMenu = (text: string): ReadMenu => readMenuCsv(text) ?? readMenuText(text);

/** Reads comma-, semicolon- or tab-separated values with a header; `null` if the text is no such table. */
export function readMenuCsv(text: string): ReadMenu | null {
  const source = text.slice(0, TEXT_MAX).replace(/^\ufeff/, '');
  const separator = /^sep=(.)\r?\n/i.exec(source);
  const table = separator ? source.slice(separator[0].length) : source;
  const delimiter = separator?.[1] ?? delimiterOf(table);
  const columns = delimiter && columnsOf(firstRow(table, delimiter));
  if (!columns) return null;
  return fitMenu(readRows(rowsOf(table, delimiter, separator ? 1 : 0), columns), cutLine(text));
}

const delimiterOf = (table: string) => [';', '\t', ','].find((delimiter) => columnsOf(firstRow(table, delimiter)));

const firstRow = (table: string, delimiter: string) =>
  Papa.parse<string[]>(table.slice(0, 2_000), { delimiter, preview: 1 }).data[0] ?? [];

/** Where each column stands; a table of dishes has at least names and prices. */
function columnsOf(header: readonly string[]): Partial<Record<Column, number>> | null {
  const names = header.map((cell) =>
    cell
      .normalize()
      .trim()
      .toLowerCase()
      .replace(/\s*\(.*\)$/, ''),
  );
  const columns: Partial<Record<Column, number>> = {};
  for (const column of Object.keys(COLUMNS) as Column[]) {
    const known = COLUMNS[column].split('|');
    const index = names.findIndex((name) => known.includes(name));
    if (index >= 0) columns[column] = index;
  }
  return columns.name !== undefined && columns.price !== undefined ? columns : null;
}

interface Row {
  line: number;
  cells: string[];
  isOpenQuote: boolean;
}

/** The rows, each with the line at which it begins. */
function rowsOf(table: string, delimiter: string, firstLine: number): Row[] {
  const rows: Row[] = [];
  let from = 0;
  let line = firstLine;
  Papa.parse<string[]>(table, {
    delimiter,
    step: ({ data, errors, meta }) => {
      rows.push({ line, cells: data, isOpenQuote: errors.some(({ code }) => code === 'MissingQuotes') });
      line += table.slice(from, meta.cursor).match(/\r\n?|\n/g)?.length ?? 0;
      from = meta.cursor;
    },
  });
  return rows;
}

function readRows([, ...rows]: Row[], columns: Partial<Record<Column, number>>): ReadMenu {
  const cellOf = ({ cells }: Row, column: Column) => {
    const index = columns[column];
    return index === undefined ? '' : shown(cells[index] ?? '');
  };
  const style = priceStyleOf(rows.map((row) => cellOf(row, 'price')));
  const sections = new Map<string, ReadSection>();
  const menu: ReadMenu = { sections: [], rest: [] };
  for (const row of rows) {
    if (row.isOpenQuote) menu.openQuote = row.line;
    const name = cellOf(row, 'name');
    if (!/[\p{L}\p{N}]/u.test(name)) {
      const text = row.cells.map(shown).filter(Boolean).join(' ');
      if (text) menu.rest.push({ line: row.line, text });
      continue;
    }
    const sectionName = cellOf(row, 'section');
    const section = sections.get(sectionName) ?? {
      name: sectionName || null,
      line: sectionName ? row.line : null,
      description: null,
      dishes: [],
    };
    sections.set(sectionName, section);
    const price = readOnlyPrice(cellOf(row, 'price'), style);
    const unread = price.price === null && !price.choices ? cellOf(row, 'price') : '';
    const description = [cellOf(row, 'description'), unread].filter(Boolean).join(' ') || null;
    section.dishes.push({ line: row.line, name, description, ...price });
  }
  menu.sections = [...sections.values()];
  return menu;
}

/** A cell as it is shown: on one line, and without the apostrophe that keeps spreadsheets from running it. */
const shown = (cell: string) =>
  cleanLines(cell)
    .filter(Boolean)
    .join(' ')
    .replaceAll('\t', ' ')
    .replace(/^'(?=[=+@-])/, '');

const cutLine = (text: string) =>
  text.length > TEXT_MAX ? (text.slice(0, TEXT_MAX).match(/\r\n?|\n/g)?.length ?? 0) : undefined;
