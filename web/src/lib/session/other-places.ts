import type { Place, SignedInUser } from '@tavola/contracts/auth.ts';
import { may } from '@tavola/contracts/permissions.ts';
import { placesOf } from './session.ts';

/** The other restaurants whose menus the user may change. */
export const otherPlaces = (user: SignedInUser | undefined): readonly Place[] =>
  placesOf(user).filter(
    (place) => place.id !== user?.tenantId && place.isOpen && may({ ...place, mayDeclare: false }, 'menu.write'),
  );
