import { Badge } from '../../../ui/badge.tsx';

/** Whether a restaurant or a user may be used. */
export function Standing({ isActive }: { isActive: boolean }) {
  return <Badge tone={isActive ? 'positive' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>;
}
