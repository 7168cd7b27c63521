import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** Idempotency keys for creates, so that a create sent twice happens once. */
export interface OnceKeys {
  /** The key for `input`: the same for equal input, until `renew`. */
  keyFor(input: unknown): string;
  /** Call after the response to `input`: the next create is a new one, even with equal input. */
  renew(input: unknown): void;
}

/** 128 random bits. Unlike `crypto.randomUUID`, works without TLS. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** Idempotency keys for the creates of one form. */
export function onceKeys(): OnceKeys {
  const keys = new Map<string, string>();
  return {
    keyFor(input) {
      const asked = JSON.stringify(input);
      const key = keys.get(asked) ?? newKey();
      keys.set(asked, key);
      return key;
    },
    renew: (input) => void keys.delete(JSON.stringify(input)),
  };
}

/** `rows` with those `added` at the end, without duplicates. */
export const withAdded = <Row extends { id: unknown }>(rows: readonly Row[], added: readonly Row[]): Row[] => [
  ...rows.filter(({ id }) => added.every((one) => one.id !== id)),
  ...added,
];

/** Idempotency keys for a form, while it is mounted. */
export const useOnceKeys = (): OnceKeys => useState(onceKeys)[0];

/** The idempotency key that this browser keeps as `name` until `forgetOnceKey`: for a create that its sender may repeat after a sign-in. */
export function storedOnceKey(name: string): string {
  const made = newKey();
  try {
    const key = localStorage.getItem(name) ?? made;
    localStorage.setItem(name, key);
    return key;
  } catch {
    // Storage is full or forbidden.
    return made;
  }
}

/** Call after the response: the next create is a new one. */
export function forgetOnceKey(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Storage is forbidden, so nothing was kept.
  }
}

const KEPT = 'once-keys';

/** Idempotency keys for the form `name`, until the session ends: for text that stays when its form leaves the page. */
export function useKeptOnceKeys(name: string): OnceKeys {
  const client = useQueryClient();
  return useState(() => {
    client.setQueryDefaults([KEPT], { gcTime: Number.POSITIVE_INFINITY });
    return client.setQueryData<OnceKeys>([KEPT, name], (kept) => kept ?? onceKeys()) ?? onceKeys();
  })[0];
}
