import type { QueryClient } from '@tanstack/react-query';
import type { SwitchedSession } from '@tavola/contracts/team.ts';
import { ApiError, apiRequest, type Method } from '../http/api.ts';
import { knownUser } from './session.ts';

/** One call to the API in a restaurant, as `apiRequest`. */
export type CallAt = <Answer>(
  method: Method,
  path: string,
  body?: unknown,
  options?: { signal?: AbortSignal; onceKey?: string },
) => Promise<Answer>;

/** How long a session in another restaurant is used for further calls, in milliseconds. */
const USED_MS = 300_000;

/**
 * Calls in another of the user's restaurants, with a session there that is used for nothing else: its token is not stored, and this tab
 * stays where it is. Calls may throw `ApiError`.
 */
export function callsAt(client: QueryClient, tenantId: string): CallAt {
  const queryKey = ['/api/auth/switch', tenantId];
  const tokenThere = () =>
    client.fetchQuery({
      queryKey,
      queryFn: () => apiRequest<SwitchedSession>('POST', '/api/auth/switch', { tenantId, isVisit: true }),
      staleTime: USED_MS,
      gcTime: USED_MS,
    });
  return async (method, path, body, options = {}) => {
    if (tenantId === knownUser()?.tenantId) return apiRequest(method, path, body, options);
    const { token } = await tokenThere();
    try {
      return await apiRequest(method, path, body, { ...options, as: token });
    } catch (error) {
      // The session there has ended.
      if (error instanceof ApiError && error.status === 401) client.removeQueries({ queryKey });
      throw error;
    }
  };
}
