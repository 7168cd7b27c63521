import type { SignedInUser } from '@tavola/contracts/auth.ts';
import { useHistoryState } from 'wouter/use-browser-location';
import { isBeingDeleted, placesOf } from './session.ts';

/** Where the server ended somebody's session. */
interface EndedIn {
  userId: string;
  placeId: string;
  name: string;
}

/** Where the session of `user` was, as a state of the login page's history entry. */
export function endedInState(user: SignedInUser | undefined): { endedIn?: EndedIn } {
  const place = placesOf(user).find(({ id }) => id === user?.tenantId);
  return user && place ? { endedIn: { userId: user.id, placeId: place.id, name: place.name } } : {};
}

/** Where the server ended the session before, if the login page was opened for that. */
export const useEndedIn = (): EndedIn | undefined => useHistoryState<{ endedIn?: EndedIn } | null>()?.endedIn;

/** Says that a sign-in led to another restaurant than that in which the session before ended, and why; undefined where it did not. */
export function arrivedElsewhere(endedIn: EndedIn | undefined, user: SignedInUser): string | undefined {
  if (!endedIn || endedIn.userId !== user.id || endedIn.placeId === user.tenantId) return undefined;
  const places = placesOf(user);
  const was = places.find(({ id }) => id === endedIn.placeId);
  const here = places.find(({ id }) => id === user.tenantId);
  const closed = was && !was.isOpen && `${was.name} is ${isBeingDeleted(was) ? 'being deleted' : 'suspended'}.`;
  const why = was ? closed : `You no longer work for ${endedIn.name}.`;
  return [why, here && `You're in ${here.name} now.`].filter(Boolean).join(' ');
}
