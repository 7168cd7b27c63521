import type { SignedInUser } from '@tavola/contracts/auth.ts';
import { useHistoryState } from 'wouter/use-browser-location';
import { hasDraftIn } from '../forms/forms.ts';
import { userMay } from './may.ts';
import { ROLE_WORDS } from './role-words.ts';
import { isBeingDeleted, placesOf } from './session.ts';

/** Where the server ended somebody's session, and the user's role there. */
interface EndedIn {
  userId: string;
  placeId: string;
  name: string;
  role: SignedInUser['role'];
}

/** Where the session of `user` was, as a state of the login page's history entry. */
export function endedInState(user: SignedInUser | undefined): { endedIn?: EndedIn } {
  const place = placesOf(user).find(({ id }) => id === user?.tenantId);
  return user && place ? { endedIn: { userId: user.id, placeId: place.id, name: place.name, role: user.role } } : {};
}

/** Where the server ended the session before, if the login page was opened for that. */
export const useEndedIn = (): EndedIn | undefined => useHistoryState<{ endedIn?: EndedIn } | null>()?.endedIn;

/** Whether a sign-in led to another restaurant than that in which the session before ended. */
export const arrivedElsewhere = (endedIn: EndedIn | undefined, user: SignedInUser): boolean =>
  endedIn !== undefined && endedIn.userId === user.id && endedIn.placeId !== user.tenantId;

/**
 * Says that a sign-in led to another restaurant or role than those in which the session before ended, why, and whether input was lost
 * by it; undefined where it led back.
 */
export function arrivalInWords(endedIn: EndedIn | undefined, user: SignedInUser): string | undefined {
  if (!endedIn || endedIn.userId !== user.id) return undefined;
  const isElsewhere = arrivedElsewhere(endedIn, user);
  if (!isElsewhere && endedIn.role === user.role) return undefined;
  const isLost = (isElsewhere || !userMay(user, 'menu.write')) && hasDraftIn(user.id, endedIn.placeId);
  const lost = isLost && "What you typed wasn't saved.";
  if (!isElsewhere) {
    const role = user.role !== 'admin' && `You work here as ${ROLE_WORDS[user.role].as} now.`;
    return [role, lost].filter(Boolean).join(' ') || undefined;
  }
  const places = placesOf(user);
  const was = places.find(({ id }) => id === endedIn.placeId);
  const here = places.find(({ id }) => id === user.tenantId);
  const closed = was && !was.isOpen && `${was.name} is ${isBeingDeleted(was) ? 'being deleted' : 'suspended'}.`;
  const why = was ? closed : `You no longer work for ${endedIn.name}.`;
  return [why, lost, here && `You're in ${here.name} now.`].filter(Boolean).join(' ');
}
