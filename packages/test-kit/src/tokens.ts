import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Role } from '@tavola/contracts/auth.ts';
import { TOKEN_RULES } from '@tavola/service-kit/http/access.ts';
import jwt from 'jsonwebtoken';

const pair = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

/** The key pair of this test file (PEM). */
export const keys = pair();

/** A service token for tests. */
export const SERVICE_TOKEN = 'a-service-token-for-tests-of-32-characters';

/** A request of another service. */
export const AS_SERVICE = { headers: { 'x-service-token': SERVICE_TOKEN } };

/** The settings that every service has in tests. */
export const SERVICE_ENV = {
  HOST: '127.0.0.1',
  PORT: 0,
  LOG_LEVEL: 'silent',
  JWT_PUBLIC_KEY: keys.publicKey,
  SERVICE_TOKEN,
} as const;

export interface Person {
  userId: string;
  tenantId: string | null;
  /** The session's id. */
  sid: string;
  token: string;
}

const sign = (claims: object, options: jwt.SignOptions = {}, key = keys.privateKey) =>
  jwt.sign(claims, key, {
    algorithm: TOKEN_RULES.algorithm,
    issuer: TOKEN_RULES.issuer,
    audience: TOKEN_RULES.audience,
    expiresIn: 600,
    ...options,
  });

/** A signed-in user, made without auth: by default the owner of a new restaurant, signed in by password only. */
export function person({
  role = 'owner',
  tenantId = randomUUID(),
  mfa = false,
  mayDeclare = false,
  userId = randomUUID(),
  onDevice = false,
}: {
  role?: Role;
  tenantId?: string | null;
  mfa?: boolean;
  mayDeclare?: boolean;
  userId?: string;
  onDevice?: boolean;
} = {}): Person {
  const sid = randomUUID();
  const claims = { sid, role, tenantId, mfa, mayDeclare, ...(onDevice && { onDevice }) };
  return { userId, tenantId, sid, token: sign(claims, { subject: userId }) };
}

/** Invalid tokens, by what is wrong with them. */
export function badTokens(): Record<string, string> {
  const claims = { sid: randomUUID(), role: 'admin', tenantId: null, mfa: true };
  const subject = randomUUID();
  // These claims are valid; only the signature is wrong.
  const exp = Math.floor(Date.now() / 1000) + 600;
  const whole = { ...claims, sub: subject, exp, iss: TOKEN_RULES.issuer, aud: TOKEN_RULES.audience };
  return {
    'not a token': 'abc',
    expired: sign(claims, { subject, expiresIn: -10 }),
    'of another issuer': sign(claims, { subject, issuer: 'somebody' }),
    'for another audience': sign(claims, { subject, audience: 'somebody' }),
    'signed with another key': sign(claims, { subject }, pair().privateKey),
    'signed with the public key as an HMAC secret': hmacToken(whole),
    unsigned: `${part({ alg: 'none', typ: 'JWT' })}.${part(whole)}.`,
    'without an end': endless(claims, subject),
    'without a subject': sign(claims),
    'without a session': sign({ ...claims, sid: undefined }, { subject }),
    'with an unknown role': sign({ ...claims, role: 'root' }, { subject }),
  };
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The classic algorithm confusion attack; jsonwebtoken itself refuses to make such a token. */
function hmacToken(claims: object): string {
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', keys.publicKey).update(signed).digest('base64url')}`;
}

const endless = (claims: object, subject: string) =>
  jwt.sign(claims, keys.privateKey, {
    algorithm: TOKEN_RULES.algorithm,
    issuer: TOKEN_RULES.issuer,
    audience: TOKEN_RULES.audience,
    subject,
  });
