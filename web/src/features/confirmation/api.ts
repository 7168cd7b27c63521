import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConfirmEmailInput, DeviceMark } from '@tavola/contracts/auth.ts';
import { apiRequest } from '../../lib/http/api.ts';
import { keepKnownDevice } from '../../lib/session/known-device.ts';
import { CURRENT_USER_KEY } from '../../lib/session/session.ts';

/** Has another link mailed to the user's address, unless it is confirmed already. Done once the user has been read again. */
export function useAskConfirmation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => apiRequest('POST', '/api/auth/confirmation-mail'),
    onSuccess: () => client.invalidateQueries({ queryKey: CURRENT_USER_KEY }),
  });
}

/** Confirms an address with the mailed link. */
export function useConfirmEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ConfirmEmailInput) => apiRequest('POST', '/api/auth/confirm-email', input),
    onSuccess: () => void client.invalidateQueries({ queryKey: CURRENT_USER_KEY }),
  });
}

/** Makes a new address the account's with the link mailed to it. This browser stays known. */
export function useConfirmNewEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ConfirmEmailInput) => apiRequest<DeviceMark>('POST', '/api/auth/email-change/confirm', input),
    onSuccess: ({ knownDevice }) => {
      keepKnownDevice(knownDevice);
      void client.invalidateQueries({ queryKey: CURRENT_USER_KEY });
    },
  });
}
