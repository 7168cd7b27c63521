import { Badge } from '../../../ui/badge.tsx';

/** A badge: whether a restaurant or a user is active. */
export function Standing({ isActive }: { isActive: boolean }) {
  return <Badge tone={isActive ? 'positive' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>;
}
