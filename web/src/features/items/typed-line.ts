import { useQueryClient } from '@tanstack/react-query';
import { type SetStateAction, useSyncExternalStore } from 'react';

const TYPED = 'quick-add';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * The text of a category's quick-add line, which stays while the user is on other screens, until the session ends. It can be set
 * after its line has left the page, too: a late refusal brings the text back.
 */
export function useTypedLine(categoryId: number): [string, (next: SetStateAction<string>) => void] {
  const client = useQueryClient();
  const current = () => client.getQueryData<string>([TYPED, categoryId]) ?? '';
  const text = useSyncExternalStore(subscribe, current);
  const setText = (next: SetStateAction<string>) => {
    client.setQueryDefaults([TYPED], { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData<string>([TYPED, categoryId], typeof next === 'function' ? next(current()) : next);
    for (const listener of listeners) listener();
  };
  return [text, setText];
}
