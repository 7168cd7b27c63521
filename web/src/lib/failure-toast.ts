import { toast } from '../ui/toast.ts';
import { ApiError } from './api.ts';

/** Shows that something failed, unless the session has ended, which is reported already. */
export function toastFailure(error: unknown, title: string, description: string): void {
  if (error instanceof ApiError && error.status === 401) return;
  toast({ title, description, variant: 'destructive' });
}
