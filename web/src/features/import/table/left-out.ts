import { formatCount } from '../../../lib/text/format.ts';
import type { PlannedRow, TablePlan } from './plan-table.ts';

/** Most names in a list of what was left out. */
const NAMED = 20;

/** Whether a row has a price that can be read two ways, or is a new dish without one. */
export const asksPrice = ({ problems }: PlannedRow) => problems.some(({ choices }) => choices);

/** Which dishes an import left out, and of which rows of a table it took only a part; '' if there are none. */
export function leftOutInWords({ rows }: TablePlan, isText: boolean): string {
  if (isText) return listed('Left out (no price)', rows.filter(asksPrice).map(nameOf));
  const [skipped, taken] = [rows.filter(isSkipped), rows.filter((row) => !isSkipped(row))];
  const withRow = (row: PlannedRow) => {
    const number = `row ${formatCount(row.number)}`;
    return row.name ? `${row.name} (${number})` : number;
  };
  return [
    listed('Left out (no price)', skipped.filter(asksPrice).map(nameOf)),
    listed('Left out', skipped.filter((row) => !asksPrice(row)).map(withRow)),
    listed('Only in part', taken.filter(({ problems }) => problems.length > 0).map(withRow)),
  ]
    .filter(Boolean)
    .join(' ');
}

const isSkipped = ({ action }: PlannedRow) => action === 'skip';
const nameOf = ({ name }: PlannedRow) => name;

function listed(words: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > NAMED ? ` and ${formatCount(names.length - NAMED)} more` : '';
  return `${words}: ${names.slice(0, NAMED).join(', ')}${more}.`;
}
