import { useState } from 'react';

/** Keys for creates, so that one that is sent twice is done once. */
export interface OnceKeys {
  /** The key to send `input` with: the same one for the same input, until `renew`. */
  keyFor(input: unknown): string;
  /** What is sent from now on is meant anew: the last one was answered. */
  renew(): void;
}

/** 128 random bits; unlike `crypto.randomUUID`, also where the page came without TLS. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** Keys for the creates of one form. */
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

/** `rows` with those that were `added` at the end; one that was answered twice is there once. */
export const withAdded = <Row extends { id: unknown }>(rows: readonly Row[], added: readonly Row[]): Row[] => [
  ...rows.filter(({ id }) => added.every((one) => one.id !== id)),
  ...added,
];

/** Keys for the creates of a form, for as long as it is there. */
export const useOnceKeys = (): OnceKeys => useState(onceKeys)[0];
