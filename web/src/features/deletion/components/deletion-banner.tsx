import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { useMay } from '../../../lib/session/may.ts';
import { placesOf, useCurrentUser } from '../../../lib/session/session.ts';
import { formatDay } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAccount, useKeepRestaurant } from '../api.ts';

/** On every screen of a restaurant: warns of a scheduled deletion, with a button that cancels it for its owners. Else empty. */
export function DeletionBanner() {
  const isManager = useMay('settings.write');
  const { user } = useCurrentUser();
  const account = useAccount(isManager).data;
  const deleteAt = isManager ? account?.deleteAt : placesOf(user).find(({ id }) => id === user?.tenantId)?.deleteAt;
  const timeZone = useTenant().data?.timeZone;
  const keep = useKeepRestaurant();
  const isOwner = useMay('restaurant.own');
  if (!deleteAt) return null;

  const keepIt = async () => {
    try {
      await keep.mutateAsync();
    } catch (error) {
      toastInServersWords(error, 'Restore failed', 'Please try again.');
      return;
    }
    toast({ title: 'Restaurant restored', description: 'Your menu is online again.' });
    // The focused element is gone.
    document.getElementById('main')?.focus();
  };

  return (
    <section
      aria-label="Deletion"
      className="mb-7 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-tomato-soft px-5 py-4 text-tomato-ink sm:px-7 print:hidden"
    >
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="font-semibold">This restaurant will be deleted on {formatDay(deleteAt, timeZone)}.</p>
        <p className="text-sm">Guests can't see your menu anymore.{!isOwner && ' Only an owner can restore it.'}</p>
      </div>
      {isOwner && (
        <Button variant="secondary" busy={keep.isPending} onClick={() => void keepIt()}>
          {keep.isPending ? 'Restoring...' : 'Restore Restaurant'}
        </Button>
      )}
    </section>
  );
}
