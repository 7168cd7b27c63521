import { AccountPage } from '../features/account/pages/account-page.tsx';
import { DeletionCard } from '../features/deletion/components/deletion-card.tsx';
import { YourDataCard } from '../features/settings/components/your-data-card.tsx';

/** The account of a restaurant's user, with the restaurant's data and deletion. */
export function DashboardAccount() {
  return (
    <div className="flex flex-col gap-6">
      <div>
        <AccountPage />
      </div>
      <div className="flex max-w-3xl flex-col gap-6">
        <YourDataCard />
        <DeletionCard />
      </div>
    </div>
  );
}
