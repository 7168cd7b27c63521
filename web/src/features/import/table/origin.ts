import { EXAMPLE } from '../../../lib/menu-table/cells.ts';
import { HEADINGS } from '../../../lib/menu-table/columns.ts';
import { KNOWN_EXPORTS, type KnownExport } from './words/exports.ts';

/** The product whose export a table is; undefined if none is known. */
export const exportOf = (headings: readonly string[]): KnownExport | undefined =>
  KNOWN_EXPORTS.find(({ has }) => has.every((heading) => headings.includes(heading)));

/** Whether these are headings of the product's own tables, whose IDs count. */
export const areOwnHeadings = (headings: readonly string[]): boolean =>
  headings.includes(HEADINGS.id) &&
  headings.some((heading) => heading === HEADINGS.soldOutUntil || OWN_TRANSLATION.test(heading));

const OWN_TRANSLATION = new RegExp(
  `^(?:${HEADINGS.name}|${HEADINGS.categoryId}|${HEADINGS.description}):[a-z]{2,3}\\b`,
);

/** Whether an ID marks a row that shows how a table is filled in. */
export const isExample = (id: string): boolean => id.toLowerCase() === EXAMPLE.toLowerCase();
