import { KeyRound, QrCode } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DaypartsCard } from '../components/dayparts-card.tsx';
import { HoursCard } from '../components/hours-card.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { YourDataCard } from '../components/your-data-card.tsx';

interface SettingsPageProps {
  /** The dialog that shows the QR code. */
  QrCodeDialog: ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }>;
  /** The card that leads to the menu's languages. */
  languages: ReactNode;
}

/** The screen Settings (spec §2). */
export function SettingsPage({ QrCodeDialog, languages }: SettingsPageProps) {
  useDocumentTitle('Settings');
  const tenant = useTenant();
  const [qrOpen, setQrOpen] = useState(false);
  return (
    <>
      <PageHeader
        title="Settings"
        description="Your restaurant, as guests see it."
        actions={
          <Button asChild variant="secondary">
            <Link href="/settings/account">
              <KeyRound aria-hidden />
              Account & Security
            </Link>
          </Button>
        }
      />
      {renderBody()}
      <QrCodeDialog open={qrOpen} onOpenChange={setQrOpen} />
    </>
  );

  function renderBody() {
    if (hasFailed(tenant)) return <LoadErrorCard title="Couldn't load your settings" query={tenant} />;
    if (!tenant.data) return <SettingsSkeleton />;
    return (
      <div className="flex flex-col gap-6">
        <SettingsForm
          tenant={tenant.data}
          aside={
            <>
              <Card>
                <CardSection title="QR Code" description="Guests scan it to see your menu.">
                  <Button variant="secondary" className="self-start" onClick={() => setQrOpen(true)}>
                    <QrCode aria-hidden />
                    View QR Code
                  </Button>
                </CardSection>
              </Card>
              {languages}
            </>
          }
        />
        {/* As wide as the form. */}
        <div className="flex flex-col gap-6 xl:me-[23.5rem]">
          <HoursCard tenant={tenant.data} />
          <DaypartsCard />
          <YourDataCard />
        </div>
      </div>
    );
  }
}

function SettingsSkeleton() {
  return (
    <div role="status" className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <span className="sr-only">Loading settings…</span>
      <Card className="flex flex-col gap-6 p-5 sm:p-7">
        <Skeleton className="h-6 w-56 max-w-full" />
        <div className="grid gap-5 sm:grid-cols-2">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="h-24 sm:col-span-2" />
          <Skeleton className="h-18 sm:col-span-2" />
        </div>
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-11 w-44" />
        <Skeleton className="h-11" />
      </Card>
      <Skeleton className="h-96 rounded-card" />
    </div>
  );
}
