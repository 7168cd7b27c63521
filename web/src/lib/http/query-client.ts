import { QueryCache, QueryClient, type QueryFunction } from '@tanstack/react-query';
import { getToken } from '../session/token.ts';
import { ApiError, apiRequest } from './api.ts';
import { takeEarly } from './early-answers.ts';

/** The default query function: GET on the key's first element. With `on401: 'return-null'`, a 401 gives `null`. */
export function pathQuery<Answer>({ on401 }: { on401: 'throw' | 'return-null' }): QueryFunction<Answer> {
  return async ({ queryKey, signal }) => {
    const path = String(queryKey[0]);
    try {
      return await apiRequest<Answer>('GET', path, undefined, { signal, answer: takeEarly(path, getToken()) });
    } catch (error) {
      if (on401 === 'return-null' && error instanceof ApiError && error.status === 401) return null as Answer;
      throw error;
    }
  };
}

/** How many screens were opened; and on which of them a query failed last. */
let screens = 0;
const failedOn = new WeakMap<object, number>();

/** Lets the screen that opens now ask anew for what failed on those before. Call it before its first render. */
export function noteScreenOpened(): void {
  screens += 1;
}

/** Whether a query may be made when a part of the screen mounts: no part repeats what failed on this screen. */
const mayAskOnMount = (query: { state: { status: string } }): boolean =>
  query.state.status !== 'error' || failedOn.get(query) !== screens;

/** The one cache of server data, with the defaults of spec §7. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (_, query) => failedOn.set(query, screens) }),
  defaultOptions: {
    queries: {
      // Offline, a call fails and says so. Paused, it would look saved and be lost with the page.
      networkMode: 'always',
      queryFn: pathQuery({ on401: 'throw' }),
      retry: false,
      refetchInterval: false,
      refetchOnWindowFocus: false,
      refetchOnMount: mayAskOnMount,
      retryOnMount: mayAskOnMount,
      staleTime: Number.POSITIVE_INFINITY,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
