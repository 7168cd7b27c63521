import Papa from 'papaparse';
import { cellText, guarded, type Table } from './cells.ts';

/** A table as comma-separated values (RFC 4180) that spreadsheets take for UTF-8, and of which they run no cell. */
export const csvOf = ({ headings, rows }: Table): string =>
  `\ufeff${Papa.unparse([headings, ...rows.map((row) => row.map((cell) => guarded(cellText(cell), { asText: false })))])}\r\n`;
