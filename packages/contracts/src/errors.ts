import { z } from 'zod';
import { QUOTAS, type QuotaName } from './quotas.ts';

/**
 * Every error that Tavola returns: code → HTTP status and title. The list is closed, so clients can rely on it. The wire
 * format is `application/problem+json` (RFC 9457).
 */
export const PROBLEMS = {
  'validation-failed': { status: 400, title: 'Some fields need attention' },
  'malformed-body': { status: 400, title: 'The request body could not be read' },
  'malformed-request': { status: 400, title: 'The request could not be understood' },
  unauthenticated: { status: 401, title: 'Please sign in' },
  'invalid-credentials': { status: 401, title: 'Invalid email or password' },
  'two-factor-required': { status: 401, title: 'Code required' },
  'two-factor-invalid': { status: 401, title: 'Incorrect code' },
  forbidden: { status: 403, title: 'Not allowed' },
  'two-factor-setup-required': { status: 403, title: 'Two-factor sign-in has to be set up' },
  'account-suspended': { status: 403, title: 'Account suspended' },
  'no-restaurant': { status: 403, title: 'No restaurant on this account' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'email-taken': { status: 409, title: 'Email already registered' },
  'slug-taken': { status: 409, title: 'Menu URL already taken' },
  'email-unconfirmed': { status: 409, title: 'Confirm your email address first' },
  conflict: { status: 409, title: 'Conflicting change' },
  'changed-meanwhile': { status: 409, title: 'Changed in the meantime' },
  'quota-reached': { status: 409, title: 'Quota reached' },
  'no-assistant': { status: 409, title: 'No AI is set up' },
  'link-invalid': { status: 410, title: 'This link no longer works' },
  'body-too-large': { status: 413, title: 'The request body is too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'image-unreadable': { status: 422, title: 'Picture not readable' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'too-many-keys': { status: 429, title: 'Too many keys' },
  'assistant-failed': { status: 422, title: 'No usable answer from the AI' },
  'key-reused': { status: 422, title: 'Key already used' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  timeout: { status: 504, title: 'Took too long' },
} as const satisfies Record<string, { status: number; title: string }>;

/** An error code. */
export type ProblemCode = keyof typeof PROBLEMS;

/** An error in one field; `field` is its path in the body or query, such as `items.3.price`. */
const fieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldError>;

/** The prefix of a problem's `type`; the code follows it. */
export const PROBLEM_TYPE_PREFIX = 'urn:tavola:problem:';

/** The quota that a `quota-reached` is about, and how much it allows. */
export const quota = z.object({ name: z.enum(Object.keys(QUOTAS) as [QuotaName, ...QuotaName[]]), most: z.int() });
export type Quota = z.infer<typeof quota>;

/**
 * An error body (RFC 9457) with `requestId`. Validation errors add `errors` per field; a stale change adds the `current`
 * state; a reached quota adds `quota`.
 */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  requestId: z.string(),
  errors: z.array(fieldError).optional(),
  current: z.record(z.string(), z.unknown()).optional(),
  quota: quota.optional(),
});
export type ProblemBody = z.infer<typeof problemSchema>;
