import type { User } from '@tavola/contracts/auth.ts';
import { type Person, person } from '@tavola/test-kit/tokens.ts';
import type { Answers } from './setup.ts';

/** An admin with a token, and the user as auth returns it. */
type PlatformAdmin = Person & { email: string; known: User };

/** Signs an admin in; `now` is what has changed in auth since then. */
export function platformAdmin(name: string, now: Partial<User> = {}): PlatformAdmin {
  const email = `${name}@example.com`;
  const signedIn = person({ role: 'admin', tenantId: null });
  const known: User = { id: signedIn.userId, name, email, role: 'admin', isActive: true, tenantId: null, ...now };
  return { ...signedIn, email, known };
}

/** A fake auth that has these people; undefined for other paths. */
export const knowing =
  (...people: PlatformAdmin[]) =>
  (path: string): unknown =>
    people.find(({ userId }) => path === `/internal/users/${userId}`)?.known satisfies ReturnType<Answers>;
