import type { QueryFunctionContext } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pathQuery, queryClient } from './query-client.ts';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterEach(() => vi.unstubAllGlobals());

describe('queries', () => {
  it("get the path that is their key's first element, as JSON [S7.3]", async () => {
    fetched.mockResolvedValue(Response.json([{ id: 1 }]));
    await expect(queryClient.fetchQuery({ queryKey: ['/api/categories', 'more'] })).resolves.toEqual([{ id: 1 }]);
    expect(fetched).toHaveBeenCalledWith('/api/categories', expect.objectContaining({ method: 'GET' }));
  });

  it('throw on a 401, unless they are told to answer nothing [S7.29]', async () => {
    fetched.mockImplementation(async () => new Response('', { status: 401, statusText: 'Unauthorized' }));
    const context = {
      queryKey: ['/api/tenant'],
      signal: new AbortController().signal,
    } as unknown as QueryFunctionContext;
    await expect(queryClient.fetchQuery({ queryKey: ['/api/tenant'] })).rejects.toThrow('401: Unauthorized');
    expect(fetched).toHaveBeenCalledTimes(1);
    await expect(pathQuery({ on401: 'throw' })(context)).rejects.toThrow('401: Unauthorized');
    await expect(pathQuery({ on401: 'return-null' })(context)).resolves.toBeNull();
  });
});
