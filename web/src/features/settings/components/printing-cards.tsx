import type { Tenant } from '@tavola/contracts/auth.ts';
import { Printer, QrCode } from 'lucide-react';
import { Link } from 'wouter';
import { usePrintMenu } from '../../../lib/menu/print-menu.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';

/** What can be printed, and where. */
export function PrintingCards({ tenant }: { tenant: Tenant }) {
  const print = usePrintMenu();
  return (
    <Card>
      <CardSection
        title="Menu"
        description="Your whole menu in your look, with your QR code at the end. Best on letter or A4 paper."
        actions={
          <Button variant="secondary" busy={print.isPending} onClick={() => print.mutate(tenant.slug)}>
            {!print.isPending && <Printer aria-hidden />}
            Print Menu
          </Button>
        }
      />
      <CardSection
        title="QR codes and cards"
        description="Table cards, stickers and posters: their layout, colors and caption are chosen under QR Codes."
        actions={
          <Button asChild variant="secondary">
            <Link href="/dashboard/qr">
              <QrCode aria-hidden />
              Go to QR Codes
            </Link>
          </Button>
        }
      />
    </Card>
  );
}
