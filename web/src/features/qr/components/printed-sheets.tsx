import type { Code, PrintedSheet } from '@tavola/contracts/qr.ts';
import { Printer } from 'lucide-react';
import { useTenant } from '../../../lib/http/queries.ts';
import { formatDay, many, namesAndMore } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { layoutLabel } from './layout-choice.tsx';

/** The most names of codes that a row spells out. */
const NAMES_MAX = 3;

interface PrintedSheetsProps {
  sheets: readonly PrintedSheet[];
  /** All codes, also retired ones. */
  codes: readonly Code[];
  onPrintAgain: (sheet: PrintedSheet) => void;
}

/** The sheets that were printed, newest first, and how. */
export function PrintedSheets({ sheets, codes, onPrintAgain }: PrintedSheetsProps) {
  const timeZone = useTenant().data?.timeZone;
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
              <p className="text-sm text-ink-muted">
                {[
                  formatDay(sheet.madeAt, timeZone),
                  many(sheet.codeIds.length, 'code'),
                  layoutLabel(sheet.layout),
                  sheet.paper,
                  ...(sheet.wifi ? ['Wi-Fi'] : []),
                ].join(' · ')}
              </p>
            </div>
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
  return namesAndMore(known, codeIds.length - known.length);
}
