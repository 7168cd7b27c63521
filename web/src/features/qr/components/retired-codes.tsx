import type { Code } from '@tavola/contracts/qr.ts';
import { ChevronRight } from 'lucide-react';
import { useTenant } from '../../../lib/http/queries.ts';
import { formatCount, formatDate } from '../../../lib/text/format.ts';
import { Bidi } from '../../../ui/bidi.tsx';
import { Card } from '../../../ui/card.tsx';
import { ScanCount } from './scan-count.tsx';

interface RetiredCodesProps {
  codes: readonly Code[];
  scansOf: (code: Code) => number | undefined;
}

/** The retired codes, in a collapsed section. */
export function RetiredCodes({ codes, scansOf }: RetiredCodesProps) {
  const timeZone = useTenant().data?.timeZone;
  return (
    <Card className="overflow-hidden">
      <details className="group">
        <summary className="flex min-h-13 items-center gap-2.5 px-4 font-semibold -outline-offset-4 select-none hover:bg-sunken sm:px-6 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="size-4 text-ink-faint transition-transform duration-150 group-open:rotate-90"
          />
          <span>Retired</span> <span className="figures font-medium text-ink-faint">{formatCount(codes.length)}</span>
        </summary>
        <p className="border-t border-line px-4 pt-4 text-sm text-ink-muted sm:px-6">
          Guests who scan one still reach your menu.
        </p>
        <ul aria-label="Retired codes" className="pt-1 pb-2">
          {codes.map((code) => (
            <li key={code.id} className="flex items-baseline justify-between gap-4 px-4 py-2.5 sm:px-6">
              <Bidi className="min-w-0 wrap-anywhere">{code.name}</Bidi>
              <span className="figures flex shrink-0 flex-col items-end text-sm text-ink-muted sm:flex-row sm:gap-6">
                <span>
                  <ScanCount scans={scansOf(code)} />
                </span>
                {code.retiredAt && (
                  <span className="sm:w-40 sm:text-end">since {formatDate(code.retiredAt, timeZone)}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}
