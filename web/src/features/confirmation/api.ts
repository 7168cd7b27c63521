import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConfirmEmailInput } from '@tavola/contracts/auth.ts';
import { useCallback } from 'react';
import { apiRequest } from '../../lib/api.ts';
import { CURRENT_USER_KEY } from '../../lib/session.ts';

/** Has another link mailed to the user's address, unless it is confirmed already. Done once the user has been read again. */
export function useAskConfirmation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => apiRequest('POST', '/api/auth/confirmation-mail'),
    onSuccess: () => client.invalidateQueries({ queryKey: CURRENT_USER_KEY }),
  });
}

/**
 * Returns a function that reads the user again, for an address that may have been confirmed in another tab or on a phone.
 * Only for users who must confirm it: the user is otherwise not read again when a tab is looked at (spec §7).
 */
export function useLookAgain(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: CURRENT_USER_KEY }), [client]);
}

/** Confirms an address with the mailed link. */
export function useConfirmEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ConfirmEmailInput) => apiRequest('POST', '/api/auth/confirm-email', input),
    onSuccess: () => void client.invalidateQueries({ queryKey: CURRENT_USER_KEY }),
  });
}
