import { AccountPage } from '../features/account/pages/account-page.tsx';
import { DeleteAccountCard } from '../features/deletion/components/delete-account-card.tsx';
import { DeletionCard } from '../features/deletion/components/deletion-card.tsx';
import { YourDataCard } from '../features/settings/components/your-data-card.tsx';
import { LeaveCard } from '../features/team/components/leave-card.tsx';
import { useMay } from '../lib/session/may.ts';
import { placesOf, useCurrentUser } from '../lib/session/session.ts';

/**
 * The account of a restaurant's user; to its owners, also the restaurant's data and deletion; to who works for one, the way out of it; to
 * who works for none, the end of the account.
 */
export function DashboardAccount() {
  const isOwner = useMay('restaurant.own');
  const isMember = useMay('menu.read');
  const { user } = useCurrentUser();
  const hasNone = user !== undefined && user.role !== 'admin' && placesOf(user).length === 0;
  return (
    <div className="flex flex-col gap-6">
      <div>
        <AccountPage />
      </div>
      <div className="flex max-w-3xl flex-col gap-6 empty:hidden">
        {isOwner && <YourDataCard />}
        {isMember && <LeaveCard />}
        {isOwner && <DeletionCard />}
        {hasNone && <DeleteAccountCard />}
      </div>
    </div>
  );
}
