import type { FieldError, ProblemBody, ProblemCode } from '@tavola/contracts/errors.ts';
import { getToken } from './token.ts';

/** The methods the API knows. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

// Not imported from the contracts: that file brings zod along, and diners' phones load this one.
const PROBLEM_TYPE_PREFIX = 'urn:tavola:problem:';

/** A non-success answer; its message is `'{status}: {response text}'` (spec §8). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** A sentence for people, when the server sent one. */
  readonly detail: string | undefined;
  /** One of the closed list of codes, when the server sent one. */
  readonly code: ProblemCode | undefined;
  /** What is wrong with which field; empty unless the server refused some. */
  readonly errors: readonly FieldError[];
  /** What is there now, where a save was refused because somebody else changed it meanwhile. */
  readonly current: object | undefined;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.status = status;
    const problem = parseProblem(text);
    this.detail = problem.detail;
    this.code = problem.type?.startsWith(PROBLEM_TYPE_PREFIX)
      ? (problem.type.slice(PROBLEM_TYPE_PREFIX.length) as ProblemCode)
      : undefined;
    this.errors = Array.isArray(problem.errors) ? problem.errors : [];
    this.current = problem.current;
  }
}

function parseProblem(text: string): Partial<ProblemBody> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** What to tell people about a failure: the server's own sentence, else `fallback`. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.detail ? error.detail : fallback;
}

/** Refusals with 401 that are about what was typed, and say nothing about the token. */
const ABOUT_WHAT_WAS_TYPED = new Set<ProblemCode | undefined>([
  'invalid-credentials',
  'two-factor-required',
  'two-factor-invalid',
]);

const refusedListeners = new Set<(token: string) => void>();

/** Calls `listener` with the token that a 401 refused; gives the way to stop. */
export function onTokenRefused(listener: (token: string) => void): () => void {
  refusedListeners.add(listener);
  return () => refusedListeners.delete(listener);
}

const factorListeners = new Set<(token: string) => void>();

/** Calls `listener` with a token that was refused for want of a second factor; gives the way to stop. */
export function onFactorMissing(listener: (token: string) => void): () => void {
  factorListeners.add(listener);
  return () => factorListeners.delete(listener);
}

/**
 * One call to the API (spec §7); with `tag`, it writes only to that state; with `onceKey`, it is done once, however often it is
 * sent. Gives the parsed answer, `undefined` for an empty one; throws `ApiError`.
 */
export async function apiRequest<Answer = unknown>(
  method: Method,
  path: string,
  body?: unknown,
  options: { signal?: AbortSignal; tag?: string | undefined; onceKey?: string } = {},
): Promise<Answer> {
  const token = getToken();
  const headers: Record<string, string> = {};
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (options.tag !== undefined) headers['If-Match'] = `"${options.tag}"`;
  if (options.onceKey !== undefined) headers['Idempotency-Key'] = options.onceKey;

  const response = await fetch(path, {
    method,
    headers,
    credentials: 'include',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  });
  const text = await response.text();
  if (!response.ok) {
    const error = new ApiError(response.status, text || response.statusText);
    if (error.status === 401 && token !== null && !ABOUT_WHAT_WAS_TYPED.has(error.code)) {
      for (const listener of refusedListeners) listener(token);
    }
    if (error.code === 'two-factor-setup-required' && token !== null) {
      for (const listener of factorListeners) listener(token);
    }
    throw error;
  }
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}
