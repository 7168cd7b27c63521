import { useQuery } from '@tanstack/react-query';
import type { MemberNames } from '@tavola/contracts/team.ts';
import { useMay } from './may.ts';

/**
 * The names of all who work or worked for the restaurant, by user id: undefined while they load, and empty where they can't be read.
 * They are read where `isNeeded`; with `isFresh`, each time that a screen opens.
 */
export function useMemberNames({ isNeeded = true, isFresh = false } = {}): ReadonlyMap<string, string> | undefined {
  const mayRead = useMay('menu.write');
  const { data, isLoading } = useQuery<MemberNames>({
    queryKey: ['/api/team/names'],
    enabled: isNeeded && mayRead,
    ...(isFresh && { staleTime: 0 }),
  });
  return isLoading ? undefined : new Map(data?.map(({ userId, name }) => [userId, name]));
}
