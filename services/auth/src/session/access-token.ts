import { createPrivateKey } from 'node:crypto';
import type { AccessClaims, SignedInUser } from '@tavola/contracts/auth.ts';
import { TOKEN_RULES } from '@tavola/service-kit/http/access.ts';
import jwt from 'jsonwebtoken';
import type { NewSession } from './session-store.ts';

/** Issues the access token of a user's session. Both expire together. `mfa`: the session was started with two factors. */
export type TokenIssuer = (
  user: Pick<SignedInUser, 'id' | 'role' | 'tenantId' | 'mayDeclare'>,
  session: Pick<NewSession, 'id' | 'expiresAt' | 'kitchenDeviceId'>,
  mfa: boolean,
) => string;

/** Signs access tokens with auth's private key (PEM), which no other service has. */
export function tokenIssuer(privateKeyPem: string): TokenIssuer {
  const key = createPrivateKey(privateKeyPem);
  return ({ id, role, tenantId, mayDeclare }, session, mfa) => {
    const exp = session.expiresAt.getTime() / 1000;
    const claims: AccessClaims = {
      sub: id,
      sid: session.id,
      role,
      tenantId,
      mfa,
      mayDeclare,
      exp,
      ...(session.kitchenDeviceId !== undefined && { onDevice: true }),
    };
    return jwt.sign(claims, key, {
      algorithm: TOKEN_RULES.algorithm,
      issuer: TOKEN_RULES.issuer,
      audience: TOKEN_RULES.audience,
    });
  };
}
