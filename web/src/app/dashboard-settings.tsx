import { DeletionCard } from '../features/deletion/components/deletion-card.tsx';
import { LanguagesCard } from '../features/languages/components/languages-card.tsx';
import { QrCodeDialog } from '../features/qr/components/qr-code-dialog.tsx';
import { SettingsPage } from '../features/settings/pages/settings-page.tsx';

/** Settings, with parts of other features: the QR code dialog, the menu's languages and account deletion. */
export function DashboardSettings() {
  return (
    <div className="flex flex-col gap-6">
      <div>
        <SettingsPage QrCodeDialog={QrCodeDialog} languages={<LanguagesCard />} />
      </div>
      <DeletionCard />
    </div>
  );
}
