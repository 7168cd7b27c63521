import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { TOKEN_RULES } from '@tavola/service-kit/http/access.ts';

/** Signs owners' access tokens as auth does at log-in, valid for an hour. */
export function ownerTokens(privateKeyPem: string): (tenantId: string) => string {
  const key = createPrivateKey(privateKeyPem);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = part({ alg: TOKEN_RULES.algorithm, typ: 'JWT' });
  return (tenantId) => {
    const now = Math.floor(Date.now() / 1000);
    const { issuer: iss, audience: aud } = TOKEN_RULES;
    const who = { sub: randomUUID(), sid: randomUUID(), role: 'owner', tenantId, mfa: false };
    const signed = `${head}.${part({ ...who, iat: now, exp: now + 3600, iss, aud })}`;
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  };
}
