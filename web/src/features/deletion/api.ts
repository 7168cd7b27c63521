import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Account, DeletionInput, Tenant, TwoFactorState } from '@tavola/contracts/auth.ts';
import { ApiError, apiRequest } from '../../lib/api.ts';

const ACCOUNT = ['/api/account'] as const;
const RETRIES = 3;
const DELETION = '/api/account/deletion';

/** When the restaurant is deleted, if that was asked for. Asked again by itself: without it, no screen would say so. */
export function useAccount() {
  return useQuery<Account>({
    queryKey: ACCOUNT,
    retry: (failures, error) => failures < RETRIES && !(error instanceof ApiError && error.status < 500),
  });
}

/** The restaurant, whose name has to be typed. */
export function useTenant() {
  return useQuery<Tenant>({ queryKey: ['/api/tenant'] });
}

/** Whether a code is asked for, too. */
export function useTwoFactor() {
  return useQuery<TwoFactorState>({ queryKey: ['/api/auth/two-factor'] });
}

/** Has the restaurant deleted in 30 days; its other sessions end at once. */
export function useAskForDeletion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: DeletionInput) => apiRequest<Account>('POST', DELETION, input),
    onSuccess: (account) => {
      client.setQueryData<Account>(ACCOUNT, account);
      void client.invalidateQueries({ queryKey: ['/api/auth/sessions'] });
    },
  });
}

/** Keeps a restaurant that is to be deleted. */
export function useKeepRestaurant() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => apiRequest('DELETE', DELETION),
    onSuccess: () => client.setQueryData<Account>(ACCOUNT, { deleteAt: null }),
  });
}
