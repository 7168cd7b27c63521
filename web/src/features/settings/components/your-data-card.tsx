import { Download } from 'lucide-react';
import { errorText } from '../../../lib/api.ts';
import { toastFailure } from '../../../lib/failure-toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { useExportData } from '../api.ts';

/** Lets the owner download all the restaurant's data. */
export function YourDataCard() {
  const exporting = useExportData();
  const exportAll = () =>
    exporting.mutate(undefined, {
      onError: (error) =>
        toastFailure(error, 'Export failed', errorText(error, 'Failed to export your data. Please try again.')),
    });

  return (
    <Card>
      <CardSection
        title="Your data"
        description="Your profile, users, menu, QR codes and visits in one zip file, for spreadsheets and for programs."
      >
        <Button variant="secondary" className="self-start" busy={exporting.isPending} onClick={exportAll}>
          {!exporting.isPending && <Download aria-hidden />}
          {exporting.isPending ? 'Exporting…' : 'Export your data'}
        </Button>
      </CardSection>
    </Card>
  );
}
