import type { SignedInUser } from '@tavola/contracts/auth.ts';
import { may, type Permission } from '@tavola/contracts/permissions.ts';
import { useCurrentUser } from './session.ts';

/** Whether `user` has `permission` in the restaurant of the session; without one, nobody has any. */
export const userMay = (user: SignedInUser | undefined, permission: Permission): boolean =>
  user !== undefined && user.tenantId !== null && may(user, permission);

/** Whether the signed-in user has `permission` in the restaurant of the session; false until the user is known. */
export const useMay = (permission: Permission): boolean => userMay(useCurrentUser().user, permission);
