import { QueryCache, QueryClient, type QueryFunction } from '@tanstack/react-query';
import { getToken } from '../session/stored-token.ts';
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

/** How often the user asked for something; and how often by the time a query failed last. */
let acts = 0;
const failedAfter = new WeakMap<object, number>();

/** Lets what opens next, as the user wants, ask anew for what failed before. Call it before its first render. */
export function forgetFailures(): void {
  acts += 1;
}

/** Whether a query may be made when a part of the screen mounts: by itself, no part repeats what failed. */
const mayAskOnMount = (query: { state: { status: string } }): boolean =>
  query.state.status !== 'error' || failedAfter.get(query) !== acts;

/** The one cache of server data, with the defaults of spec §7. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (_, query) => failedAfter.set(query, acts) }),
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
