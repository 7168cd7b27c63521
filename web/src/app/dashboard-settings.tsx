import { menuStyle } from '../features/public-menu/menu-theme.ts';
import { QrCodeDialog } from '../features/qr/components/qr-code-dialog.tsx';
import { SettingsPage } from '../features/settings/pages/settings-page.tsx';

/** Settings with the dialog of QR Codes and the colours of the public menu. */
export function DashboardSettings() {
  return <SettingsPage QrCodeDialog={QrCodeDialog} menuStyle={menuStyle} />;
}
