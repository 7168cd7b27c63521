import { DeletionCard } from '../features/deletion/components/deletion-card.tsx';
import { LanguagesCard } from '../features/languages/components/languages-card.tsx';
import { menuStyle } from '../features/public-menu/menu-theme.ts';
import { QrCodeDialog } from '../features/qr/components/qr-code-dialog.tsx';
import { SettingsPage } from '../features/settings/pages/settings-page.tsx';

/** Settings, with parts of other features: the QR code dialog, the public menu's colors, its languages and account deletion. */
export function DashboardSettings() {
  return (
    <div className="flex flex-col gap-6">
      <div>
        <SettingsPage QrCodeDialog={QrCodeDialog} menuStyle={menuStyle} languages={<LanguagesCard />} />
      </div>
      <DeletionCard />
    </div>
  );
}
