import type { Code, PrintedSheet } from '@tavola/contracts/qr.ts';
import { Printer } from 'lucide-react';
import { formatCount, formatDay, many } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

/** The most names of codes that a row spells out. */
const NAMES_MAX = 3;

interface PrintedSheetsProps {
  sheets: readonly PrintedSheet[];
  /** All codes, also retired ones. */
  codes: readonly Code[];
  onPrintAgain: (sheet: PrintedSheet) => void;
}

/** The sheets that were printed, newest first, each with what changed on the menu since. */
export function PrintedSheets({ sheets, codes, onPrintAgain }: PrintedSheetsProps) {
  const names = new Map(codes.map(({ id, name }) => [id, name]));
  return (
    <Card>
      <ul aria-label="Printed sheets">
        {sheets.map((sheet) => (
          <li
            key={sheet.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 not-last:border-b not-last:border-line sm:px-6"
          >
            <div className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5">
              <p dir="auto" className="font-semibold wrap-anywhere">
                {namesOf(sheet, names)}
              </p>
              <p className="text-sm text-ink-muted">{formatDay(sheet.madeAt)}</p>
            </div>
            <Since changes={sheet.changes} />
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Print ${namesOf(sheet, names)} again`}
              onClick={() => onPrintAgain(sheet)}
            >
              <Printer aria-hidden />
              Print Again
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function namesOf({ codeIds }: PrintedSheet, names: ReadonlyMap<string, string>): string {
  const known = codeIds.slice(0, NAMES_MAX).map((id) => names.get(id) ?? 'A retired code');
  const more = codeIds.length - known.length;
  return new Intl.ListFormat('en').format(more > 0 ? [...known, `${formatCount(more)} more`] : known);
}

/** What changed since the sheet was printed; nothing while that can't be told. */
function Since({ changes }: Pick<PrintedSheet, 'changes'>) {
  if (!changes?.isKnown) return null;
  const parts = [
    changes.prices > 0 && many(changes.prices, 'price changed', 'prices changed'),
    changes.gone > 0 && many(changes.gone, 'dish gone', 'dishes gone'),
    changes.soldOut > 0 && many(changes.soldOut, 'dish out of stock', 'dishes out of stock'),
    changes.added > 0 && many(changes.added, 'new dish', 'new dishes'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return <Badge tone="positive">Up to date</Badge>;
  return (
    <p className="text-sm font-medium text-saffron-ink">
      Out of date: {new Intl.ListFormat('en', { type: 'unit', style: 'short' }).format(parts)}
    </p>
  );
}
