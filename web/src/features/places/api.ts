import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Place } from '@tavola/contracts/auth.ts';
import type { PlaceInput } from '@tavola/contracts/team.ts';
import { apiRequest } from '../../lib/http/api.ts';
import { CURRENT_USER_KEY } from '../../lib/session/session.ts';

/** Adds a restaurant of which the user is the owner; this tab stays where it is. */
export function useAddPlace() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: PlaceInput) => apiRequest<Place>('POST', '/api/restaurants', input),
    // Also after a failure: it may have been added although the answer was lost.
    onSettled: () => void client.invalidateQueries({ queryKey: CURRENT_USER_KEY }),
  });
}
