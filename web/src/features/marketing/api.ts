import { useMutation } from '@tanstack/react-query';
import type { BetaApplicationInput } from '@tavola/contracts/admin.ts';
import { apiRequest } from '../../lib/http/api.ts';
import { useOnceKeys } from '../../lib/http/once-key.ts';

/** Submits a beta application (idempotent). */
export function useBetaSignup() {
  const once = useOnceKeys();
  return useMutation({
    mutationFn: (input: BetaApplicationInput) =>
      apiRequest('POST', '/api/beta-signup', input, { onceKey: once.keyFor(input) }),
    onSuccess: (_done, input) => once.renew(input),
  });
}
