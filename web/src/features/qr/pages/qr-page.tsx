import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useQrCode } from '../api.ts';
import { QrCodeDialog } from '../components/qr-code-dialog.tsx';
import { TableTent } from '../components/table-tent.tsx';

const PLACES = [
  { title: 'On every table', text: 'A small stand or a sticker is enough: an inch across scans well from a seat.' },
  {
    title: 'At the door',
    text: 'In the window, letter size or larger, so that people outside can look before they come in.',
  },
  { title: 'On paper', text: 'On receipts, business cards and flyers, for the next visit.' },
];

/** The screen QR Codes. */
export function QrPage() {
  useDocumentTitle('QR Codes');
  const [open, setOpen] = useState(false);
  // Shows what was generated already, and asks for nothing by itself.
  const code = useQrCode(false);
  return (
    <>
      <PageHeader title="QR Codes" description="One code leads to your menu. Print it once: it stays right for good." />
      <Card className="grid overflow-hidden lg:grid-cols-[minmax(20rem,2fr)_3fr]">
        <TableTent qrCode={code.data?.qrCode} />
        <div className="flex flex-col justify-center gap-7 p-6 sm:p-9">
          <div className="flex flex-col items-start gap-4">
            <h2 className="display text-2xl">Your menu, one scan away</h2>
            <p className="max-w-prose text-ink-muted">
              Change a price or a dish as often as you like. The code never changes, so nothing needs to be printed
              again.
            </p>
            <Button size="lg" onClick={() => setOpen(true)}>
              <QrCode aria-hidden />
              Generate QR Code
            </Button>
          </div>
          <dl className="grid gap-x-8 gap-y-4 border-t border-line pt-6 xl:grid-cols-3">
            {PLACES.map(({ title, text }) => (
              <div key={title} className="flex flex-col gap-0.5">
                <dt className="font-semibold">{title}</dt>
                <dd className="text-sm text-ink-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Card>
      <QrCodeDialog open={open} onOpenChange={setOpen} />
    </>
  );
}
