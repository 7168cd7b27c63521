import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { apiRequest, isNotFound } from '../../../lib/http/api.ts';
import { type CallAt, callsAt } from '../../../lib/session/calls-at.ts';
import {
  type KitchenTablet,
  keepKitchenTablet,
  useIsPinSession,
  useKitchenTablet,
} from '../../../lib/session/kitchen-tablet.ts';
import { knownUser, lockTablet, placesOf, useCurrentUser } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { toast } from '../../../ui/toast.ts';
import { SetUpTablet } from './set-up-tablet.tsx';

interface TabletActionsProps {
  /** The restaurant's name; undefined until it is known. */
  restaurant: string | undefined;
}

/** What makes this browser a kitchen tablet, locks it, or has it be none any more. */
export function TabletActions({ restaurant }: TabletActionsProps) {
  const tablet = useKitchenTablet();
  const isPinSession = useIsPinSession();
  const client = useQueryClient();
  const { user } = useCurrentUser();
  // One that is going to be deleted takes no tablet.
  const isClosing = placesOf(user).some(({ id, deleteAt }) => id === user?.tenantId && deleteAt !== undefined);
  if (!tablet?.key) return restaurant === undefined || isClosing ? null : <SetUpTablet restaurant={restaurant} />;
  return (
    <>
      {!isPinSession && (
        <Button variant="ghost" className={small} onClick={() => void stop(client, tablet)}>
          Stop Using as Tablet
        </Button>
      )}
      <Button variant="secondary" className={small} onClick={() => lockTablet()}>
        <LockKeyhole aria-hidden />
        Lock
      </Button>
    </>
  );
}

const small = 'max-sm:px-4 max-sm:text-sm';

async function stop(client: QueryClient, { id, tenantId }: KitchenTablet): Promise<void> {
  const yes = await confirm({
    title: 'Stop using this browser as a kitchen tablet?',
    description: 'It no longer opens with the PIN or locks by itself. You stay signed in.',
    confirmLabel: 'Stop',
  });
  if (!yes) return;
  keepKitchenTablet(null);
  const its = placesOf(knownUser()).find((place) => place.id === tenantId);
  const end: CallAt = its ? callsAt(client, its.id) : apiRequest;
  // Only owners of its restaurant may. The key is gone from here all the same, and ends with its 30 days.
  const isEnded = await end('DELETE', `/api/team/devices/${id}`).then(
    () => true,
    (error) => its !== undefined && isNotFound(error),
  );
  toast({
    title: 'No longer a kitchen tablet',
    ...(!isEnded && { description: 'It stays in the list of devices until an owner signs it out in Team.' }),
  });
}
