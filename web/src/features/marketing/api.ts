import { useMutation } from '@tanstack/react-query';
import type { BetaApplicationInput } from '@tavola/contracts/admin.ts';
import { apiRequest } from '../../lib/api.ts';

/** Hands in an application for the beta. */
export function useBetaSignup() {
  return useMutation({
    mutationFn: (input: BetaApplicationInput) => apiRequest('POST', '/api/beta-signup', input),
  });
}
