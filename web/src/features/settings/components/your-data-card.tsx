import { Download } from 'lucide-react';
import { useRef } from 'react';
import { errorText, isNotFound } from '../../../lib/http/api.ts';
import { toastFailure, toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { isBeingMade, useDataExport, useDownloadExport, useStartExport } from '../api.ts';
import { useIsOver } from '../use-is-over.ts';
import { ExportStatus } from './export-status.tsx';
import { YourPictures } from './your-pictures.tsx';

const GONE = 'This file is no longer available. Please export your data again.';

/** Lets the owner export all the restaurant's data, follow that, and download the file; and download its pictures. */
export function YourDataCard() {
  const found = useDataExport();
  const timeZone = useTenant().data?.timeZone;
  const start = useStartExport();
  const download = useDownloadExport();
  const isExpired = useIsOver(found.data?.file?.expiresAt);
  const mainButton = useRef<HTMLButtonElement>(null);
  const file = isExpired ? undefined : found.data?.file;
  const isMaking = start.isPending || isBeingMade(found.data);

  const exportAll = async () => {
    // The other button goes away.
    mainButton.current?.focus();
    try {
      await start.mutateAsync();
    } catch (error) {
      toastInServersWords(error, 'Export failed', 'Failed to export your data. Please try again.');
    }
  };
  const save = async (name: string) => {
    try {
      await download.mutateAsync(name);
    } catch (error) {
      const reason = isNotFound(error) ? GONE : errorText(error, 'Failed to download the file. Please try again.');
      toastFailure(error, 'Download failed', reason);
    }
  };

  return (
    <Card>
      <CardSection
        title="Your data"
        description="Your profile, users, menu, QR codes and visits in one ZIP file, for spreadsheets and other software."
      >
        <ExportStatus found={found.data} isExpired={isExpired} isAway={found.isError} timeZone={timeZone} />
        <div className="flex flex-wrap gap-3">
          {/* One button throughout, so that focus stays on it. */}
          <Button
            ref={mainButton}
            variant={file && !isMaking ? 'primary' : 'secondary'}
            busy={isMaking || download.isPending}
            onClick={() => void (file ? save(file.name) : exportAll())}
          >
            {!isMaking && !download.isPending && <Download aria-hidden />}
            {isMaking ? 'Exporting...' : file ? 'Download' : 'Export Data'}
          </Button>
          {file && !isMaking && (
            <Button variant="secondary" onClick={() => void exportAll()}>
              Export Again
            </Button>
          )}
        </div>
      </CardSection>
      <YourPictures />
    </Card>
  );
}
