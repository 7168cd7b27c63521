import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Place } from '@tavola/contracts/auth.ts';
import type { PlaceInput } from '@tavola/contracts/team.ts';
import { apiRequest } from '../../lib/http/api.ts';
import { useOnceKeys } from '../../lib/http/once-key.ts';
import { CURRENT_USER_KEY } from '../../lib/session/session.ts';

/** Adds a restaurant of which the user is the owner (idempotent); this tab stays where it is. */
export function useAddPlace() {
  const client = useQueryClient();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: (input: PlaceInput) =>
      apiRequest<Place>('POST', '/api/restaurants', input, { onceKey: once.keyFor(input) }),
    onSuccess: (_added, input) => once.renew(input),
    // Also after a failure: it may have been added although the answer was lost.
    onSettled: () => void client.invalidateQueries({ queryKey: CURRENT_USER_KEY }),
  });
}
