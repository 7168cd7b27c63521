import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConfirmedDraft, DraftInput } from '@tavola/contracts/drafts.ts';
import { apiRequest } from '../http/api.ts';
import { useOnceKeys } from '../http/once-key.ts';
import { refetchMenu } from '../http/put-back.ts';

/** Adds, changes and removes dishes (idempotent): all of it is done, or nothing. */
export function useConfirmDraft() {
  const client = useQueryClient();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: (draft: DraftInput) =>
      apiRequest<ConfirmedDraft>('POST', '/api/menu-drafts', draft, { onceKey: once.keyFor(draft) }),
    onSuccess: (_done, draft) => once.renew(draft),
    // Also after a refusal, because a dish or a category may be gone, and after a lost answer, because all may have been done.
    onSettled: (_done, error) => {
      const refetched = refetchMenu(client);
      return error ? undefined : refetched;
    },
  });
}
