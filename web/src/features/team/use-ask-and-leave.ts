import { useLocation } from 'wouter';
import { toastInServersWords } from '../../lib/http/failure-toast.ts';
import { forgetSession } from '../../lib/session/session.ts';
import { confirmUnsentLoss, discardUnsent } from '../../lib/session/unsent-changes.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { useLeave } from './api.ts';

/** Lets the user leave the restaurant, after a question. The session ends with it. */
export function useAskAndLeave(): { askAndLeave: () => Promise<void>; isLeaving: boolean } {
  const leave = useLeave();
  const [, navigate] = useLocation();
  const askAndLeave = async () => {
    const yes = await confirm({
      title: 'Leave this restaurant?',
      description: "You're signed out, with the kitchen devices you set up. Only an owner can invite you again.",
      confirmLabel: 'Leave Restaurant',
      destructive: true,
    });
    if (!yes || !(await confirmUnsentLoss())) return;
    try {
      await leave.mutateAsync();
    } catch (error) {
      toastInServersWords(error, 'Not left', 'Please try again.');
      return;
    }
    discardUnsent();
    forgetSession();
    navigate('/login', { replace: true });
    toast({ title: 'You left the restaurant' });
  };
  return { askAndLeave, isLeaving: leave.isPending };
}
