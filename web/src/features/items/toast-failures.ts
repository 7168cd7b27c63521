import { ApiError } from '../../lib/api.ts';
import { formatCount } from '../../lib/format.ts';
import { toast } from '../../ui/toast.ts';

const NAMED = 3;

/** Shows for which of `total` dishes a bulk act failed, unless the session has ended, which is reported already. */
export function toastFailures(
  failed: readonly { value: { name: string }; error: unknown }[],
  total: number,
  title: 'Update failed' | 'Delete failed',
): void {
  if (failed.some(({ error }) => error instanceof ApiError && error.status === 401)) return;
  const names = failed.slice(0, NAMED).map(({ value }) => value.name);
  const more = failed.length - names.length;
  const list = names.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
  const notDone = `${failed.length === 1 ? 'was' : 'were'} not ${title === 'Update failed' ? 'updated' : 'deleted'}`;
  const description = `${formatCount(failed.length)} of ${formatCount(total)} items ${notDone}: ${list}.`;
  toast({ title, description, variant: 'destructive' });
}
