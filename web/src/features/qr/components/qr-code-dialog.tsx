import { Download, ExternalLink, Printer } from 'lucide-react';
import { Link } from 'wouter';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RetryAlert } from '../../../ui/retry-alert.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useQrCode } from '../api.ts';

/** The screen QR Codes, where the print dialog opens with the main code. */
const PRINT_MAIN_CODE = '/dashboard/qr?print';

interface QrCodeDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The restaurant's QR code, with download, a link to try it, and the way to printing (spec §2). */
export function QrCodeDialog({ open, onOpenChange }: QrCodeDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Your QR code"
      description="Guests scan it with their phone camera to see your menu."
      size="sm"
    >
      <Code open={open} onPrint={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Code({ open, onPrint }: { open: boolean; onPrint: () => void }) {
  const code = useQrCode(open);
  if (hasFailed(code)) {
    return <RetryAlert query={code}>Failed to generate QR code. Please try again.</RetryAlert>;
  }
  if (!code.data) {
    return (
      <div role="status" className="flex flex-col items-center gap-6">
        <span className="sr-only">Generating the QR code…</span>
        <Skeleton className="aspect-square w-full max-w-64 rounded-card" />
        <Skeleton className="h-11 w-full" />
        <div className="grid w-full gap-2.5 sm:grid-cols-2">
          <Skeleton className="h-11 rounded-full" />
          <Skeleton className="h-11 rounded-full" />
          <Skeleton className="h-11 rounded-full sm:col-span-2" />
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-col items-center gap-6">
      <div className="w-full max-w-64 overflow-hidden rounded-card border border-line shadow-card">
        <img src={code.data.qrCode} alt="QR code of your menu" className="w-full" />
      </div>
      <CopyField label="Menu URL" value={code.data.menuUrl} />
      <div className="grid w-full gap-2.5 sm:grid-cols-2">
        <Button asChild className="px-4">
          <a href={code.data.qrCode} download="menu-qr-code.png">
            <Download aria-hidden />
            Download QR Code
          </a>
        </Button>
        <Button asChild variant="secondary">
          <a href={code.data.menuUrl} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            View Menu
          </a>
        </Button>
        <Button asChild variant="secondary" className="sm:col-span-2">
          <Link href={PRINT_MAIN_CODE} onClick={onPrint}>
            <Printer aria-hidden />
            Print Cards
          </Link>
        </Button>
      </div>
    </div>
  );
}
