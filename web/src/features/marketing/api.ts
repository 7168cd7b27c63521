import { useMutation, useQuery } from '@tanstack/react-query';
import type { BetaApplicationInput, BetaSpots } from '@tavola/contracts/admin.ts';
import type { AssistantState } from '@tavola/contracts/assistant.ts';
import type { Pricing } from '@tavola/contracts/pricing.ts';
import { BETA_SPOTS } from '@tavola/contracts/product.ts';
import { apiRequest } from '../../lib/http/api.ts';
import { useOnceKeys } from '../../lib/http/once-key.ts';

/** Whether the operator has set up a language model; false until that is known. */
export const useHasModel = (): boolean =>
  useQuery<AssistantState>({ queryKey: ['/api/language-model'] }).data?.isOn ?? false;

/** How many places the beta has left; all of them (spec §1) until the server has said. */
export function useBetaSpots(): number {
  const spots = useQuery<BetaSpots>({ queryKey: ['/api/beta-spots'] });
  return spots.data?.remaining ?? BETA_SPOTS;
}

/** What the operator charges; no plans until the server has said. */
export function usePricing(): Pricing {
  return useQuery<Pricing>({ queryKey: ['/api/pricing'] }).data ?? { plans: [] };
}

/** Submits a beta application (idempotent). */
export function useBetaSignup() {
  const once = useOnceKeys();
  return useMutation({
    mutationFn: (input: BetaApplicationInput) =>
      apiRequest('POST', '/api/beta-signup', input, { onceKey: once.keyFor(input) }),
    onSuccess: (_done, input) => once.renew(input),
  });
}
