import { randomUUID } from 'node:crypto';
import type { Place, Session, SignedInUser, SignupInput, User } from '@tavola/contracts/auth.ts';
import { emailKey } from '@tavola/contracts/fields.ts';
import { PASSWORD_MIN_LENGTH } from '@tavola/contracts/product.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import type { ChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import { setRequestIdentity } from '@tavola/service-kit/observability/request-context.ts';
import { type ConfirmationDeps, mailFirstConfirmation } from '../confirmation/ask-confirmation.ts';
import type { TenantChange } from '../tenant/changed-addresses.ts';
import { slugTaken } from '../tenant/slug-taken.ts';
import type { TokenIssuer } from './access-token.ts';
import type { Client } from './client.ts';
import { emailTaken } from './email-taken.ts';
import type { KnownDevices } from './known-device.ts';
import { hashPassword } from './password.ts';
import { mustNotBeGuessable } from './password-policy.ts';
import { newSession } from './session-store.ts';
import { inSignInQueue, ofStranger } from './sign-in-queue.ts';

interface SignUpDeps extends ConfirmationDeps {
  changePublisher: ChangePublisher<TenantChange>;
  issueToken: TokenIssuer;
  knownDevices: KnownDevices;
  passwordMinLength: number;
}

/**
 * Creates an account, its restaurant and a first session in one transaction, and mails a link to confirm the address.
 * @throws Problem `email-taken` or `slug-taken`; `validation-failed` for a password that is easily guessed.
 */
export async function signUp(
  { changePublisher, issueToken, knownDevices, passwordMinLength, ...confirmation }: SignUpDeps,
  input: SignupInput,
  { device, address }: Client,
): Promise<Session> {
  // The specification accepts any password of the minimum length. A higher configured minimum also rejects easily
  // guessed ones.
  if (passwordMinLength > PASSWORD_MIN_LENGTH)
    mustNotBeGuessable(input.password, [input.name, input.email, input.restaurantName, input.slug], 'password');
  const passwordHash = await inSignInQueue(ofStranger(address), () => hashPassword(input.password));
  const tenantId = randomUUID();
  const account: User = {
    id: randomUUID(),
    tenantId,
    name: input.name,
    email: input.email,
    role: 'owner',
    isActive: true,
  };
  const place: Place = {
    id: tenantId,
    name: input.restaurantName,
    slug: input.slug,
    address: null,
    role: 'owner',
    isOpen: true,
  };
  const user: SignedInUser = { ...account, isEmailConfirmed: false, mayDeclare: false, restaurants: [place] };
  const session = newSession(user, device);
  try {
    await asTenant(confirmation.db, tenantId, async (tx) => {
      const { restaurantName, slug, timeZone, currency } = input;
      const settings = currency === undefined ? {} : { currency };
      await tx.tenant.create({ data: { id: tenantId, name: restaurantName, slug, timeZone, settings } });
      await tx.user.create({ data: { ...account, emailKey: emailKey(input.email), passwordHash } });
      await tx.session.create({ data: session });
    });
  } catch (error) {
    throw slugTaken(error) ?? emailTaken(error, 'Sign in instead?') ?? error;
  }
  setRequestIdentity({ tenantId, userId: user.id });
  await changePublisher.publish({ tenantId, version: 1, slug: input.slug });
  mailFirstConfirmation(confirmation, user);
  const knownDevice = knownDevices.mark({ userId: user.id, email: user.email, passwordHash });
  return { token: issueToken(user, session, false), user, knownDevice };
}
