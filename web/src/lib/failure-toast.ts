import { toast } from '../ui/toast.ts';
import { ApiError } from './api.ts';

/** Says that something failed, unless the session ended: then that is said already, and is the reason. */
export function toastFailure(error: unknown, title: string, description: string): void {
  if (error instanceof ApiError && error.status === 401) return;
  toast({ title, description, variant: 'destructive' });
}
