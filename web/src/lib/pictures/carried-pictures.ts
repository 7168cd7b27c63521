import type { SignedInUser } from '@tavola/contracts/auth.ts';
import { useMemo, useSyncExternalStore } from 'react';
import { knownUser } from '../session/session.ts';

// Photos of dishes that are still to be copied into a restaurant. They are kept on this device, so that the copy goes on after a reload, and
// by user and restaurant, so that nobody else sees or continues it.

/** A photo to copy, and the dish that will show it. */
export interface CarriedPicture {
  item: number;
  name: string;
  address: string;
}

export interface Carried {
  waiting: readonly CarriedPicture[];
  /** Those that could not be copied. */
  failed: readonly (CarriedPicture & { reason: string })[];
  /** How many there were. */
  total: number;
}

const NONE: Carried = { waiting: [], failed: [], total: 0 };

type Owner = Pick<SignedInUser, 'id' | 'tenantId'>;

const keyOf = ({ id, tenantId }: Owner) => `tavola-pictures-${id}-${tenantId}`;

/** Where storage is full or forbidden, the copy lives as long as the page. */
const inMemory = new Map<string, string>();
const listeners = new Set<() => void>();

function stored(key: string): string | null {
  try {
    return inMemory.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parsed(text: string | null): Carried {
  try {
    return text === null ? NONE : (JSON.parse(text) as Carried);
  } catch {
    return NONE;
  }
}

/** What of `owner` is being copied. */
export const carriedOf = (owner: Owner): Carried => parsed(stored(keyOf(owner)));

/** Changes it, in all tabs. */
export function changeCarried(owner: Owner, change: (before: Carried) => Carried): void {
  const key = keyOf(owner);
  const next = change(carriedOf(owner));
  const isEmpty = next.waiting.length + next.failed.length === 0;
  inMemory.delete(key);
  try {
    if (isEmpty) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(next));
  } catch {
    if (!isEmpty) inMemory.set(key, JSON.stringify(next));
  }
  for (const listener of listeners) listener();
}

/** Has `pictures` copied into the restaurant that this tab shows, after those that wait already. */
export function carryPictures(pictures: readonly CarriedPicture[]): void {
  const owner = knownUser();
  if (!owner || pictures.length === 0) return;
  changeCarried(owner, ({ waiting, failed, total }) => {
    const items = new Set(pictures.map(({ item }) => item));
    const others = waiting.filter(({ item }) => !items.has(item));
    return {
      waiting: [...others, ...pictures],
      failed: failed.filter(({ item }) => !items.has(item)),
      total: (waiting.length > 0 ? total - (waiting.length - others.length) : 0) + pictures.length,
    };
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** What of `owner` is being copied, as it changes. */
export function useCarried(owner: Owner): Carried {
  const text = useSyncExternalStore(subscribe, () => stored(keyOf(owner)));
  return useMemo(() => parsed(text), [text]);
}
