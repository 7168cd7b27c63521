import { createPublicKey, timingSafeEqual } from 'node:crypto';
import { type AccessClaims, accessClaims } from '@tavola/contracts/auth.ts';
import { may, type Permission } from '@tavola/contracts/permissions.ts';
import type { Request, RequestHandler } from 'express';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { setRequestIdentity } from '../observability/request-context.ts';
import { Problem } from './problem.ts';

/** How every access token is signed and verified. */
export const TOKEN_RULES = { algorithm: 'ES256', issuer: 'tavola', audience: 'tavola' } as const;

/** The header with which one service authenticates to another. */
export const SERVICE_TOKEN_HEADER = 'x-service-token';

/** The caller, as stated by the access token. */
export type Access = Readonly<AccessClaims>;

/** Returns the access of a bearer token, or throws Problem `unauthenticated`. */
export type TokenCheck = (token: string) => Access;

/** Verifies access tokens with auth's public key (PEM), and caches valid ones for a minute. */
export const tokenCheck = (publicKeyPem: string): TokenCheck => remembering(signatureCheck(publicKeyPem));

/** The key object is made once: parsing it costs more than a check. */
function signatureCheck(publicKeyPem: string): TokenCheck {
  const key = createPublicKey(publicKeyPem);
  return (token) => {
    try {
      const claims = jwt.verify(token, key, {
        algorithms: [TOKEN_RULES.algorithm],
        issuer: TOKEN_RULES.issuer,
        audience: TOKEN_RULES.audience,
      });
      return Object.freeze(accessClaims.parse(claims));
    } catch (cause) {
      throw new Problem('unauthenticated', 'Your session is no longer valid. Please sign in again.', { cause });
    }
  };
}

/** How many tokens are cached; the least recently used are dropped first. */
const REMEMBERED_TOKENS = 10_000;

/** How long a token is cached, in milliseconds. */
const REMEMBERED_MS = 60_000;

/**
 * `check` with a cache of its results (ES256 takes 70 µs). Refusals are not cached, and `exp` is checked at every use.
 * Entries need no invalidation: a valid signature stays valid. Whether the session has ended since is a separate check, to be
 * made after this one and never cached here.
 */
export function remembering(check: TokenCheck, most = REMEMBERED_TOKENS): TokenCheck {
  const known = new LRUCache<string, { access: Access; until: number }>({ max: most });
  return (token) => {
    const now = Date.now();
    const found = known.get(token);
    if (found && now < found.until) return found.access;
    const access = check(token);
    known.set(token, { access, until: Math.min(access.exp * 1000, now + REMEMBERED_MS) });
    return access;
  };
}

/**
 * The access of an Authorization header.
 * @throws Problem `unauthenticated`
 */
export function accessBy(check: TokenCheck, authorization = ''): Access {
  const [, token] = /^Bearer ([\w.-]+)$/i.exec(authorization) ?? [];
  if (!token) throw new Problem('unauthenticated', 'Please sign in to do this.');
  return check(token);
}

/** Whether admin routes are closed to admins who signed in with a password only. */
export type AdminTwoFactor = 'required' | 'optional';

/** @throws Problem `forbidden` unless `access` is an admin's; `two-factor-setup-required` where it lacks a second factor. */
export function mustBeAdmin(access: Access, twoFactor: AdminTwoFactor): void {
  if (access.role !== 'admin') throw new Problem('forbidden', "You don't have permission to do this.");
  if (twoFactor === 'required' && !access.mfa) {
    throw new Problem('two-factor-setup-required', 'Set up two-factor sign-in first. Admins need it here.');
  }
}

/** @throws Problem `forbidden` unless the session's role has `permission` in its restaurant. */
export function mustHave(access: Access, permission: Permission): void {
  if (!may(access, permission)) throw new Problem('forbidden', "Your role in this restaurant doesn't allow this.");
}

const accesses = new WeakMap<Request, Access>();

/** Lets only requests with a valid bearer token through; `accessOf(req)` then returns its access. */
export function signedIn(check: TokenCheck): RequestHandler {
  return (req, _res, next) => {
    const access = accessBy(check, req.headers.authorization);
    accesses.set(req, access);
    setRequestIdentity({ tenantId: access.tenantId, userId: access.sub, onDevice: access.onDevice ?? false });
    next();
  };
}

/** Lets only admins through; comes after `signedIn`. */
export function adminsOnly(twoFactor: AdminTwoFactor): RequestHandler {
  return (req, _res, next) => {
    mustBeAdmin(accessOf(req), twoFactor);
    next();
  };
}

/** Lets only those through whose role has `permission` in their session's restaurant; comes after `signedIn`. */
export function membersWho(permission: Permission): RequestHandler {
  return (req, _res, next) => {
    mustHave(accessOf(req), permission);
    next();
  };
}

/** The access of a request that `signedIn` let through. */
export function accessOf(req: Request): Access {
  const access = accesses.get(req);
  if (!access) throw new Error('accessOf(req) needs signedIn before it');
  return access;
}

/**
 * The id of the restaurant of the request's session.
 * @throws Problem `no-restaurant` for a session without one.
 */
export function tenantOf(req: Request): string {
  const { tenantId } = accessOf(req);
  if (!tenantId) throw new Problem('no-restaurant', "This account doesn't have a restaurant.");
  return tenantId;
}

/** What the header of the service token says in an answer to a request with another one. */
export const TOKEN_REFUSED = 'refused';

/**
 * Lets only requests with the service token through. For others the route does not exist (404); a caller that has another token is
 * told so in a header.
 */
export function requireServiceToken(serviceToken: string): RequestHandler {
  const expected = Buffer.from(serviceToken);
  return (req, res, next) => {
    const given = Buffer.from(req.get(SERVICE_TOKEN_HEADER) ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      if (given.length > 0) res.setHeader(SERVICE_TOKEN_HEADER, TOKEN_REFUSED);
      throw new Problem('not-found', `There is nothing at ${req.method} ${req.originalUrl.split('?')[0]}.`);
    }
    next();
  };
}
