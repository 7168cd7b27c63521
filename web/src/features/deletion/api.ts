import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Account, AccountDeletionInput, DeletionInput, TwoFactorState } from '@tavola/contracts/auth.ts';
import { apiRequest, isRefusal } from '../../lib/http/api.ts';
import { CURRENT_USER_KEY, leave } from '../../lib/session/session.ts';

const ACCOUNT = ['/api/account'] as const;
const DELETION = '/api/account/deletion';

/** The date of deletion, if requested, for who may read it. */
export const useAccount = (enabled = true) => useQuery<Account>({ queryKey: ACCOUNT, enabled });

/** Whether two-factor sign-in is on, so that a code is required too. */
export function useTwoFactor() {
  return useQuery<TwoFactorState>({ queryKey: ['/api/auth/two-factor'] });
}

/** Schedules the restaurant's deletion in 30 days. Its other sessions end immediately. */
export function useAskForDeletion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: DeletionInput) =>
      apiRequest<Account>('POST', DELETION, input).catch(async (error) => {
        if (isRefusal(error)) throw error;
        // It may be scheduled all the same, where only the answer was lost.
        const account = await client.fetchQuery<Account>({ queryKey: ACCOUNT, staleTime: 0 }).catch(() => undefined);
        if (!account?.deleteAt) throw error;
        return account;
      }),
    onSuccess: (account) => {
      client.setQueryData<Account>(ACCOUNT, account);
      void client.invalidateQueries({ queryKey: ['/api/auth/sessions'] });
      void client.invalidateQueries({ queryKey: CURRENT_USER_KEY });
    },
  });
}

/** Cancels a scheduled deletion. */
export function useKeepRestaurant() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => apiRequest('DELETE', DELETION),
    onSuccess: () => {
      client.setQueryData<Account>(ACCOUNT, { deleteAt: null });
      void client.invalidateQueries({ queryKey: CURRENT_USER_KEY });
    },
  });
}

/** Deletes the account of somebody without a restaurant, and leaves. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (input: AccountDeletionInput) => apiRequest('POST', '/api/auth/account-deletion', input),
    onSuccess: leave,
  });
}
