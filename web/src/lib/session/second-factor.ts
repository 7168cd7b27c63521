import { useSyncExternalStore } from 'react';
import { onFactorMissing } from '../http/api.ts';
import { getToken } from './stored-token.ts';
import { subscribeToToken } from './token.ts';

/** The token that was refused for lack of a second factor. */
let refused: string | null = null;

const listeners = new Set<() => void>();

onFactorMissing((token) => {
  refused = token;
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  const stop = subscribeToToken(listener);
  listeners.add(listener);
  return () => {
    stop();
    listeners.delete(listener);
  };
}

/** Whether the server refused this session a request for lack of a second factor. */
export function useIsFactorMissing(): boolean {
  return useSyncExternalStore(subscribe, () => refused !== null && refused === getToken());
}
