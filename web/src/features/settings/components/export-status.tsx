import type { DataExport } from '@tavola/contracts/export.ts';
import { CircleCheck } from 'lucide-react';
import { formatFileSize, formatTime } from '../../../lib/text/format.ts';
import { zoneNote } from '../../../lib/times/time-zones.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { isBeingMade } from '../api.ts';

interface ExportStatusProps {
  /** `undefined` until the server's first answer. */
  found: DataExport | undefined;
  isExpired: boolean;
  /** Whether the service is unavailable. */
  isAway: boolean;
  /** The restaurant's; `undefined` until it is known. */
  timeZone: string | undefined;
}

/** What became of an export: its progress, its file, or why there is none. Nothing if none was asked for. */
export function ExportStatus({ found, isExpired, isAway, timeZone }: ExportStatusProps) {
  if (!found || found.state === 'none') return null;
  if (found.state === 'failed') {
    return (
      <Alert title="Your data couldn't be exported">
        {found.reason ?? 'Something went wrong on our side. Please try again.'}
      </Alert>
    );
  }
  if (isExpired) return <Alert tone="info">This file has expired. Export your data again to get a new one.</Alert>;
  const isMaking = isBeingMade(found);
  const { file, progress } = found;
  return (
    <div className="flex flex-col gap-4 rounded-card border border-line bg-paper px-5 py-5">
      <div className="flex items-start gap-3">
        <span className="mt-0.5 shrink-0">
          {isMaking ? (
            <Spinner className="size-5 text-brand" />
          ) : (
            <CircleCheck aria-hidden className="size-5 text-brand" />
          )}
        </span>
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          {/* Announces the state, not every step: screen readers can read the progress bar. */}
          <p role="status" className="font-semibold">
            {headline(found, isAway)}
          </p>
          <p className="text-sm text-ink-muted wrap-anywhere">
            {file
              ? `${file.name} · ${formatFileSize(file.bytes)} · available until ${formatTime(file.expiresAt, timeZone)}${zoneNote(timeZone)}`
              : 'You can leave this page. Come back for the file.'}
          </p>
        </div>
        {found.state === 'working' && (
          <p className="figures text-sm leading-[1.6rem] font-semibold whitespace-nowrap">{progress}%</p>
        )}
      </div>
      {isMaking && <ProgressBar label="Data exported" value={progress} max={100} text={`${progress}%`} />}
    </div>
  );
}

function headline({ state }: DataExport, isAway: boolean): string {
  if (state === 'done') return 'Your export is ready';
  if (isAway) return 'No connection. Your export continues.';
  return state === 'waiting' ? 'Waiting to start…' : 'Exporting your data…';
}
