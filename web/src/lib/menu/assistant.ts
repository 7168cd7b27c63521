import { useQuery } from '@tanstack/react-query';
import type { AssistantState } from '@tavola/contracts/assistant.ts';
import { toast } from '../../ui/toast.ts';
import { ApiError, errorText } from '../http/api.ts';
import { useCurrentUser } from '../session/session.ts';

const STATE = { queryKey: ['/api/assistant'] };

const CONFIRM_FIRST = 'Confirm your email address to use the AI.';

/** Whether an AI is set up, false until that is known; and why the user may not ask it, in words. */
export function useAssistant(): { isOn: boolean; refusal: string | undefined } {
  const isOn = useQuery<AssistantState>(STATE).data?.isOn ?? false;
  const { user } = useCurrentUser();
  return { isOn, refusal: user?.isEmailConfirmed === false ? CONFIRM_FIRST : undefined };
}

/** Why the AI gave no answer, in words. */
export const assistantError = (error: unknown): string =>
  errorText(error, "The AI couldn't be reached. Check your connection and try again.");

/** Shows why the AI gave no answer, unless the session has ended, which is reported already. */
export function toastAssistantFailure(error: unknown, title = 'No suggestion'): void {
  if (error instanceof ApiError && error.status === 401) return;
  toast({ title, description: assistantError(error), variant: 'destructive' });
}
