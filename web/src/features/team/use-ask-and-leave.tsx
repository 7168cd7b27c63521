import { useLocation } from 'wouter';
import { confirmDiscard, keepUnsaved } from '../../lib/forms/unsaved-changes.ts';
import { toastInServersWords } from '../../lib/http/failure-toast.ts';
import { enterRestaurant, forgetSession, placesOf, useCurrentUser } from '../../lib/session/session.ts';
import { confirmUnsentLoss, discardUnsent } from '../../lib/session/unsent-changes.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { useLeave } from './api.ts';

/** Lets the user leave the restaurant, after a question: to another one of theirs, or signed out where there is none. */
export function useAskAndLeave(): { askAndLeave: () => Promise<void>; isLeaving: boolean } {
  const leave = useLeave();
  const [, navigate] = useLocation();
  const { user } = useCurrentUser();
  const places = placesOf(user);
  const here = places.find(({ id }) => id === user?.tenantId);
  const next = places.find(({ id, isOpen }) => isOpen && id !== user?.tenantId);
  const askAndLeave = async () => {
    const yes = await confirm({
      title: <>Leave {here ? <bdi className="wrap-anywhere">{here.name}</bdi> : 'this restaurant'}?</>,
      description: next ? (
        <>
          You'll go on in <bdi className="font-semibold wrap-anywhere">{next.name}</bdi>. Kitchen devices you set up
          here are signed out. Only an owner can invite you again.
        </>
      ) : (
        "You're signed out, with the kitchen devices you set up. Only an owner can invite you again."
      ),
      confirmLabel: 'Leave Restaurant',
      destructive: true,
    });
    if (!yes || !(await confirmUnsentLoss('leave')) || !(await confirmDiscard())) return;
    let there: Awaited<ReturnType<typeof leave.mutateAsync>>;
    try {
      there = await leave.mutateAsync(next?.id);
    } catch (error) {
      keepUnsaved();
      toastInServersWords(error, 'Not left', 'Please try again.');
      return;
    }
    discardUnsent();
    if (there) enterRestaurant(there);
    else forgetSession();
    navigate(there ? '/dashboard' : '/login', { replace: true });
    toast({
      title: here ? `You left ${here.name}` : 'You left the restaurant',
      ...(next && { description: `You're in ${next.name} now.` }),
    });
  };
  return { askAndLeave, isLeaving: leave.isPending };
}
