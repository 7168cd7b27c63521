import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, apiRequest, errorText, onTokenRefused } from './api.ts';

const fetched = vi.fn<typeof fetch>();
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null });
});
afterEach(() => vi.unstubAllGlobals());

const problem = (status: number, code: string, more: object = {}) =>
  new Response(JSON.stringify({ type: `urn:tavola:problem:${code}`, status, detail: 'A sentence.', ...more }), {
    status,
  });

describe('apiRequest', () => {
  it('throws status and response text, or the status text of an empty answer [S8.1]', async () => {
    fetched.mockResolvedValueOnce(new Response('nope', { status: 400 }));
    await expect(apiRequest('GET', '/x')).rejects.toThrow(/^400: nope$/);
    fetched.mockResolvedValueOnce(new Response('', { status: 502, statusText: 'Bad Gateway' }));
    await expect(apiRequest('GET', '/x')).rejects.toThrow(/^502: Bad Gateway$/);
  });

  it('reads a problem document', async () => {
    const errors = [{ field: 'slug', message: 'Menu URL is required.' }];
    fetched.mockResolvedValue(problem(400, 'validation-failed', { errors }));
    const error = await apiRequest('POST', '/x', {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: 'validation-failed', detail: 'A sentence.', errors });
    expect(errorText(error, 'Fallback.')).toBe('A sentence.');
    expect(errorText(new TypeError('Failed to fetch'), 'Fallback.')).toBe('Fallback.');
  });

  it('tells when a 401 refuses the token, but not when a password was wrong or nobody was signed in', async () => {
    const refused = vi.fn();
    const stop = onTokenRefused(refused);
    fetched.mockResolvedValueOnce(problem(401, 'unauthenticated'));
    await apiRequest('GET', '/x').catch(() => undefined);
    stored.set('token', 'abc');
    fetched.mockResolvedValueOnce(problem(401, 'invalid-credentials'));
    await apiRequest('POST', '/api/auth/login', {}).catch(() => undefined);
    expect(refused).not.toHaveBeenCalled();
    fetched.mockResolvedValueOnce(problem(401, 'unauthenticated'));
    await apiRequest('GET', '/x').catch(() => undefined);
    expect(refused).toHaveBeenCalledExactlyOnceWith('abc');
    stop();
  });
});
