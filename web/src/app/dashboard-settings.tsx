import { QrCodeDialog } from '../features/qr/components/qr-code-dialog.tsx';
import { SettingsPage } from '../features/settings/pages/settings-page.tsx';

/** Settings, with the QR code dialog of another feature. */
export const DashboardSettings = () => <SettingsPage QrCodeDialog={QrCodeDialog} />;
