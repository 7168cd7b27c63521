import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConfirmedDraft, DraftInput } from '@tavola/contracts/drafts.ts';
import { ApiError, apiRequest } from '../api.ts';
import { useOnceKeys } from '../once-key.ts';
import { refetchMenu } from '../put-back.ts';

/** Adds, changes and removes dishes (idempotent): all of it is done, or nothing. */
export function useConfirmDraft() {
  const client = useQueryClient();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: (draft: DraftInput) =>
      apiRequest<ConfirmedDraft>('POST', '/api/menu-drafts', draft, { onceKey: once.keyFor(draft) }),
    onSuccess: (_done, draft) => once.renew(draft),
    // Also after a refusal: a dish or a category may be gone. After a lost answer the same request is sent again, and happens once.
    onSettled: (_done, error) =>
      error && !(error instanceof ApiError && error.status < 500) ? undefined : refetchMenu(client),
  });
}
