import { DeletionCard } from '../features/deletion/components/deletion-card.tsx';
import { menuStyle } from '../features/public-menu/menu-theme.ts';
import { QrCodeDialog } from '../features/qr/components/qr-code-dialog.tsx';
import { SettingsPage } from '../features/settings/pages/settings-page.tsx';

/** Settings with the dialog of QR Codes, the colours of the public menu, and the restaurant's end. */
export function DashboardSettings() {
  return (
    <div className="flex flex-col gap-6">
      <div>
        <SettingsPage QrCodeDialog={QrCodeDialog} menuStyle={menuStyle} />
      </div>
      <DeletionCard />
    </div>
  );
}
