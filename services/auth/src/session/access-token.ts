import { createPrivateKey } from 'node:crypto';
import type { User } from '@tavola/contracts/auth.ts';
import { TOKEN_RULES } from '@tavola/service-kit/access.ts';
import jwt from 'jsonwebtoken';

/** How long an access token is good for, in seconds. */
export const TOKEN_SECONDS = 12 * 60 * 60;

/** Gives the access token of `user`. */
export type TokenIssuer = (user: User) => string;

/** Signs access tokens with auth's private key (PEM); nobody else has it. */
export function tokenIssuer(privateKeyPem: string): TokenIssuer {
  const key = createPrivateKey(privateKeyPem);
  return (user) =>
    jwt.sign({ role: user.role, tenantId: user.tenantId }, key, {
      subject: user.id,
      algorithm: TOKEN_RULES.algorithm,
      issuer: TOKEN_RULES.issuer,
      audience: TOKEN_RULES.audience,
      expiresIn: TOKEN_SECONDS,
    });
}
