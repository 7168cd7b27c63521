import type { FieldError, ProblemBody, ProblemCode } from '@tavola/contracts/errors.ts';
import { getToken } from '../session/stored-token.ts';

/** The API's methods. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

// Not imported from the contracts: that file imports zod, and diners' phones load this one.
const PROBLEM_TYPE_PREFIX = 'urn:tavola:problem:';

/** An unsuccessful response; its message is `'{status}: {response text}'` (spec §8). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** A message for users, if the server sent one. */
  readonly detail: string | undefined;
  /** The problem code, if the server sent one. */
  readonly code: ProblemCode | undefined;
  /** The refused fields and why; empty if there are none. */
  readonly errors: readonly FieldError[];
  /** In how many seconds the server may have an answer, if it said so. */
  readonly retryAfter: number | undefined;
  /** The current state, if a save was refused because somebody else changed the object meanwhile. */
  readonly current: object | undefined;

  constructor(status: number, text: string, retryAfter?: string | null) {
    super(`${status}: ${text}`);
    this.status = status;
    this.retryAfter = retryAfter ? Number(retryAfter) : undefined;
    const problem = parseProblem(text);
    this.detail = problem.detail;
    this.code = problem.type?.startsWith(PROBLEM_TYPE_PREFIX)
      ? (problem.type.slice(PROBLEM_TYPE_PREFIX.length) as ProblemCode)
      : undefined;
    this.errors = Array.isArray(problem.errors) ? problem.errors : [];
    this.current = problem.current;
  }
}

/** Whether the server answered and refused; after another error the request may have been done all the same. */
export const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

/** Whether the server itself said that there is no such thing: a Wi-Fi's own page may be a 404, too. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.code === 'not-found';

/** The current state of what somebody else changed meanwhile, if `error` refuses a save for that. */
export const changedMeanwhile = <Kept extends object>(error: unknown): Kept | undefined =>
  error instanceof ApiError && error.code === 'changed-meanwhile' ? (error.current as Kept | undefined) : undefined;

function parseProblem(text: string): Partial<ProblemBody> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** The message to show for a failure: the server's, else `fallback`. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.detail ? error.detail : fallback;
}

/** 401 problems about typed credentials, which do not mean that the token is invalid. */
const ABOUT_WHAT_WAS_TYPED = new Set<ProblemCode | undefined>([
  'invalid-credentials',
  'two-factor-required',
  'two-factor-invalid',
]);

/** Listeners for refused tokens. What was refused before anybody listened, as by a request ahead of the first render, is kept for the first listener. */
function refusals() {
  const listeners = new Set<(token: string) => void>();
  let unheard: string | undefined;
  const tell = (token: string) => {
    unheard = listeners.size === 0 ? token : undefined;
    for (const listener of listeners) listener(token);
  };
  return {
    tell,
    add(listener: (token: string) => void): () => void {
      listeners.add(listener);
      // A screen that is just being mounted is first mounted as a whole.
      queueMicrotask(() => unheard !== undefined && tell(unheard));
      return () => listeners.delete(listener);
    },
  };
}

const refused = refusals();
const lacking = refusals();

/** Calls `listener` with a token that a 401 refused, also one of before; returns a function that stops it. */
export const onTokenRefused = refused.add;

/** Calls `listener` with a token refused for lack of a second factor, also one of before; returns a function that stops it. */
export const onFactorMissing = lacking.add;

/**
 * One call to the API (spec §7); the body is JSON, or a file as it is. With `tag`, it writes only if the object still matches it (If-Match); `onceKey` is an
 * idempotency key; `answer` is that of a request that was made already; `as` is the token of a session in another restaurant. Returns the parsed response, `undefined` for an empty one; throws `ApiError`.
 */
export async function apiRequest<Answer = unknown>(
  method: Method,
  path: string,
  body?: unknown,
  options: {
    signal?: AbortSignal;
    tag?: string | undefined;
    onceKey?: string;
    answer?: Promise<Response> | undefined;
    as?: string | undefined;
  } = {},
): Promise<Answer> {
  const token = options.as ?? getToken();
  const headers: Record<string, string> = {};
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  const isFile = body instanceof Blob;
  if (body !== undefined) headers['Content-Type'] = isFile ? body.type : 'application/json';
  if (options.tag !== undefined) headers['If-Match'] = `"${options.tag}"`;
  if (options.onceKey !== undefined) headers['Idempotency-Key'] = options.onceKey;

  const response = await (options.answer ??
    fetch(path, {
      method,
      headers,
      credentials: 'include',
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      ...(options.signal && { signal: options.signal }),
    }));
  const text = await response.text();
  if (!response.ok) {
    throw refusal(response.status, text || response.statusText, token, response.headers.get('retry-after'));
  }
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** The error of a call that was made with `token`; those who listen learn what it says about the token. */
export function refusal(status: number, text: string, token: string | null, retryAfter?: string | null): ApiError {
  const error = new ApiError(status, text, retryAfter);
  if (error.status === 401 && token !== null && !ABOUT_WHAT_WAS_TYPED.has(error.code)) {
    refused.tell(token);
  }
  if (error.code === 'two-factor-setup-required' && token !== null) {
    lacking.tell(token);
  }
  return error;
}
