import { useState } from 'react';

/** Idempotency keys for creates, so that a create sent twice happens once. */
export interface OnceKeys {
  /** The key for `input`: the same for equal input, until `renew`. */
  keyFor(input: unknown): string;
  /** Call after a response: the next create is a new one, even with equal input. */
  renew(): void;
}

/** 128 random bits. Unlike `crypto.randomUUID`, works without TLS. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** Idempotency keys for the creates of one form. */
export function onceKeys(): OnceKeys {
  let last: { asked: string; key: string } | undefined;
  return {
    keyFor(input) {
      const asked = JSON.stringify(input);
      if (last?.asked !== asked) last = { asked, key: newKey() };
      return last.key;
    },
    renew() {
      last = undefined;
    },
  };
}

/** `rows` with those `added` at the end, without duplicates. */
export const withAdded = <Row extends { id: unknown }>(rows: readonly Row[], added: readonly Row[]): Row[] => [
  ...rows.filter(({ id }) => added.every((one) => one.id !== id)),
  ...added,
];

/** Idempotency keys for a form, while it is mounted. */
export const useOnceKeys = (): OnceKeys => useState(onceKeys)[0];
