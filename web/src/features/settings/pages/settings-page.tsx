import { QrCode } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useLocation } from 'wouter';
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
import { NotesCard } from '../components/notes-card.tsx';
import { PrintingCards } from '../components/printing-cards.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { type FormSection, formSectionAt } from '../sections.ts';

const HEADINGS: Readonly<Record<FormSection, { title: string; description: string }>> = {
  restaurant: { title: 'Settings', description: 'Your restaurant, as guests see it.' },
  look: { title: 'Look', description: 'The preview updates as you choose. Guests see it once you save.' },
  hours: { title: 'Hours', description: "When you're open, and what is served when." },
  prices: { title: 'Prices & Currency', description: 'Your currency, and what guests see below the menu.' },
  allergens: { title: 'Allergens', description: 'Which allergens you declare, and guests can filter by.' },
  links: { title: 'Links & Wi-Fi', description: 'Where else guests find you, and how they get online.' },
  printing: { title: 'Printing', description: 'Your menu on paper, and the codes that lead to it.' },
};

interface SettingsPageProps {
  /** The dialog that shows the QR code. */
  QrCodeDialog: ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }>;
}

/** The screen Settings (spec §2) and its sections that one form saves. */
export function SettingsPage({ QrCodeDialog }: SettingsPageProps) {
  const [path] = useLocation();
  const section = formSectionAt(path) ?? 'restaurant';
  const { title, description } = HEADINGS[section];
  useDocumentTitle(title);
  const tenant = useTenant();
  const [qrOpen, setQrOpen] = useState(false);
  return (
    <>
      <PageHeader title={title} description={description} />
      {renderBody()}
      <QrCodeDialog open={qrOpen} onOpenChange={setQrOpen} />
    </>
  );

  function renderBody() {
    if (hasFailed(tenant)) return <LoadErrorCard title="Couldn't load your settings" query={tenant} />;
    if (!tenant.data) return <SettingsSkeleton />;
    return (
      <SettingsForm
        tenant={tenant.data}
        section={section}
        aside={
          section === 'restaurant' && (
            <Card>
              <CardSection title="QR Code" description="Guests scan it to see your menu.">
                <Button variant="secondary" className="self-start" onClick={() => setQrOpen(true)}>
                  <QrCode aria-hidden />
                  View QR Code
                </Button>
              </CardSection>
            </Card>
          )
        }
      >
        {section === 'hours' && (
          <>
            <HoursCard tenant={tenant.data} />
            <DaypartsCard />
          </>
        )}
        {section === 'restaurant' && <NotesCard tenant={tenant.data} />}
        {section === 'printing' && <PrintingCards tenant={tenant.data} />}
      </SettingsForm>
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
