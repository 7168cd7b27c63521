import { useMutation } from '@tanstack/react-query';
import type { SwitchedSession } from '@tavola/contracts/team.ts';
import { apiRequest } from '../http/api.ts';
import { enterRestaurant } from './session.ts';

/** Switches this tab, and the others, to another of the user's restaurants, by its id. */
export function useSwitch() {
  return useMutation({
    mutationFn: (tenantId: string) => apiRequest<SwitchedSession>('POST', '/api/auth/switch', { tenantId }),
    onSuccess: enterRestaurant,
  });
}
