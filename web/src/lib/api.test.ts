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
  it('sends neither token, content type nor body when there is none [S7.1]', async () => {
    fetched.mockResolvedValue(Response.json({ id: 1 }));
    await expect(apiRequest('GET', '/api/tenant')).resolves.toEqual({ id: 1 });
    expect(fetched).toHaveBeenCalledWith('/api/tenant', { method: 'GET', headers: {}, credentials: 'include' });
  });

  it('sends the stored token and a JSON body [S7.2]', async () => {
    stored.set('token', 'abc');
    fetched.mockResolvedValue(new Response(null, { status: 204 }));
    await expect(apiRequest('PUT', '/api/tenant', { name: 'Da Mario' })).resolves.toBeUndefined();
    expect(fetched).toHaveBeenCalledWith('/api/tenant', {
      method: 'PUT',
      headers: { Authorization: 'Bearer abc', 'Content-Type': 'application/json' },
      credentials: 'include',
      body: '{"name":"Da Mario"}',
    });
  });

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

  it('ties a write to a state by its tag, and reads what is there now from the refusal', async () => {
    const current = { id: 1, name: 'Theirs' };
    fetched.mockResolvedValue(problem(409, 'changed-meanwhile', { current }));
    const error = await apiRequest('PUT', '/x', {}, { tag: '1k2' }).catch((thrown: unknown) => thrown);
    expect(fetched.mock.lastCall?.[1]?.headers).toMatchObject({ 'If-Match': '"1k2"' });
    expect(error).toMatchObject({ code: 'changed-meanwhile', current });
  });

  it('sends the key that lets a call be done once', async () => {
    fetched.mockResolvedValue(new Response('{}'));
    await apiRequest('POST', '/x', {}, { onceKey: 'k' });
    expect(fetched.mock.lastCall?.[1]?.headers).toMatchObject({ 'Idempotency-Key': 'k' });
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
