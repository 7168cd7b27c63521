import { guarded, type Table } from './cells.ts';
import type { MenuParts } from './menu-parts.ts';

/** The version of the format that this release writes and reads. */
export const JSON_VERSION = 1;

/** A table as JSON: a list of dishes, each with its cells by heading; and before it the menu's other `parts`. */
export const jsonOf = ({ headings, rows }: Table, parts?: MenuParts): string => {
  const dishes = rows.map((row) =>
    Object.fromEntries(
      headings.map((heading, index) => {
        const cell = row[index] ?? null;
        return [heading, typeof cell === 'string' ? guarded(cell, { asText: true }) : cell];
      }),
    ),
  );
  return `${JSON.stringify({ version: JSON_VERSION, ...parts, dishes }, null, 2)}\n`;
};
