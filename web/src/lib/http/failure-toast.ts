import type { ProblemCode } from '@tavola/contracts/errors.ts';
import { toast } from '../../ui/toast.ts';
import { ApiError, errorText } from './api.ts';

/** Problems whose own text says what to do, which "please try again" would not. */
const SAYS_WHAT_TO_DO = new Set<ProblemCode | undefined>(['quota-reached', 'too-many-requests']);

/** Shows that something failed, unless the session has ended, which is reported already. */
export function toastFailure(error: unknown, title: string, description: string): void {
  if (error instanceof ApiError && error.status === 401) return;
  const isClear = error instanceof ApiError && SAYS_WHAT_TO_DO.has(error.code);
  toast({ title, description: isClear ? errorText(error, description) : description, variant: 'destructive' });
}

/** The same in the server's words, or with `otherwise` if there are none. */
export const toastInServersWords = (error: unknown, title: string, otherwise: string): void =>
  toastFailure(error, title, errorText(error, otherwise));
