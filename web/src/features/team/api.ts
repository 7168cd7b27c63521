import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SignedInUser } from '@tavola/contracts/auth.ts';
import type {
  InvitationInput,
  KitchenDevice,
  Member,
  MemberChange,
  NewInvitation,
  SwitchedSession,
  Team,
} from '@tavola/contracts/team.ts';
import { apiRequest, isNotFound, isRefusal } from '../../lib/http/api.ts';
import { useOnceKeys } from '../../lib/http/once-key.ts';
import { CURRENT_USER_KEY, knownUser, placesOf } from '../../lib/session/session.ts';

const TEAM = ['/api/team'] as const;
const DEVICES = ['/api/team/devices'] as const;

/** Who works for the restaurant, and who is invited, for its owners; refetched each time it is shown, and `everyMs` milliseconds. */
export const useTeam = ({ everyMs, enabled = true }: { everyMs?: number | undefined; enabled?: boolean } = {}) =>
  useQuery<Team>({ queryKey: TEAM, staleTime: 0, refetchInterval: everyMs ?? false, enabled });

/** Whether nobody else could be the owner without the user. */
export const isOnlyOwner = (members: readonly Member[], userId: string): boolean =>
  members.every((member) => (member.role === 'owner' && member.isActive) === (member.userId === userId));

/** The restaurant's kitchen devices; refetched each time they are shown. */
export const useDevices = () => useQuery<KitchenDevice[]>({ queryKey: DEVICES, staleTime: 0 });

function useTeamChange<Input, Answer>(send: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSettled: () => client.invalidateQueries({ queryKey: TEAM }) });
}

/** What is gone already counts as taken away. */
const unlessGone = (error: unknown): void => {
  if (!isNotFound(error)) throw error;
};

/** Invites somebody, by mail or by a link that the answer gives once (idempotent). */
export function useInvite() {
  const once = useOnceKeys();
  return useTeamChange(async (input: InvitationInput) => {
    const onceKey = once.keyFor(input);
    const made = await apiRequest<NewInvitation>('POST', `${TEAM[0]}/invitations`, input, { onceKey });
    once.renew(input);
    return made;
  });
}

/** Withdraws an invitation, by its id. Gives whether it was still open. */
export const useWithdraw = () =>
  useTeamChange((id: string) =>
    apiRequest('DELETE', `${TEAM[0]}/invitations/${id}`).then(
      () => true,
      (error) => {
        unlessGone(error);
        return false;
      },
    ),
  );

/** Changes a member's role, which ends the member's sessions here, if the member still matches `tag`. */
export const useChangeMember = () =>
  useTeamChange(({ userId, tag, ...change }: MemberChange & { userId: string; tag: string | undefined }) =>
    apiRequest<Member>('PUT', `${TEAM[0]}/${userId}`, change, { tag }),
  );

/** Takes a member out of the team, by the user's id. */
export const useRemoveMember = () =>
  useTeamChange((userId: string) => apiRequest('DELETE', `${TEAM[0]}/${userId}`).catch(unlessGone));

/** A session in the user's restaurant `tenantId`; made with the token `as`, where the present one's has ended. */
const sessionIn = (tenantId: string, isVisit: boolean, as?: string) =>
  apiRequest<SwitchedSession>('POST', '/api/auth/switch', { tenantId, isVisit }, { as });

/**
 * Takes the signed-in user out of the team, which ends the session here. Gives a session in the user's restaurant with the id `to`, if
 * any; it is made first, while there is one to make it from, and is a visit until the user has left.
 */
export function useLeave() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (to: string | undefined): Promise<SwitchedSession | undefined> => {
      const here = knownUser()?.tenantId;
      const there = to === undefined ? undefined : await sessionIn(to, true);
      try {
        await apiRequest('POST', `${TEAM[0]}/leave`);
      } catch (error) {
        if (!there || isRefusal(error)) throw error;
        // They may have left all the same, where only the answer was lost.
        const now = await apiRequest<SignedInUser>('GET', CURRENT_USER_KEY[0], undefined, { as: there.token });
        if (placesOf(now).some(({ id }) => id === here)) throw error;
      }
      if (to === undefined || !there) return undefined;
      const restaurants = placesOf(there.user).filter(({ id }) => id !== here);
      const left = { ...there, user: { ...there.user, restaurants } };
      // They have left, whatever becomes of where the next sign-in leads.
      return sessionIn(to, false, there.token).catch(() => left);
    },
    // The other restaurant may have been closed, or the user removed there.
    onError: () => client.invalidateQueries({ queryKey: CURRENT_USER_KEY }),
  });
}

/** Signs a kitchen device out for good, by its id. */
export function useEndDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => apiRequest('DELETE', `${DEVICES[0]}/${id}`).catch(unlessGone),
    onSettled: () => client.invalidateQueries({ queryKey: DEVICES }),
  });
}
