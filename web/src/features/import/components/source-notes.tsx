import { formatCount, many } from '../../../lib/text/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import type { ReadTable } from '../table/table-of.ts';

/** Most names or numbers in a note. */
const NAMED = 20;

/** What of a file was not read, or not as it stands. */
export function SourceNotes({ table: { misquoted, hidden, unreadSheets } }: { table: ReadTable }) {
  const left = [
    hidden && hidden.rows > 0 && many(hidden.rows, 'hidden row', 'hidden rows'),
    hidden && hidden.columns > 0 && many(hidden.columns, 'hidden column', 'hidden columns'),
    hidden && hidden.sheets.length > 0 && `hidden sheets: ${listed(hidden.sheets)}`,
    unreadSheets && `sheets without dishes: ${listed(unreadSheets)}`,
  ].filter(Boolean);
  return (
    <>
      {left.length > 0 && (
        <Alert tone="warning">
          Not read: <bdi>{left.join('; ')}</bdi>.
        </Alert>
      )}
      {misquoted && (
        <Alert tone="warning">
          Check {misquoted.length === 1 ? 'row' : 'rows'} {listed(misquoted.map(formatCount))}: quotation marks don't
          match there.
        </Alert>
      )}
    </>
  );
}

const listed = (all: readonly string[]): string => all.slice(0, NAMED).join(', ') + (all.length > NAMED ? '…' : '');
