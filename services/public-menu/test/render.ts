import { randomUUID } from 'node:crypto';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';

/** How long a rendering of a menu with `SLOW` for its name blocks its thread, in milliseconds. */
export const SLOW_MS = 1_000;
export const SLOW = 'Takes long to render';
/** The name of a menu whose rendering ends its thread. */
export const DEADLY = 'Ends its thread';

/** The name of a menu whose rendering never ends. */
export const ENDLESS = 'Is never rendered';
/** A language in which no menu's page or data are ever made. */
export const ENDLESS_LANGUAGE = 'eo';

const never = () => {
  for (;;);
};

/** Replaces the web build's menu renderer. Each rendering has an id of its own, and the names of plain dishes. */
export const renderMenu = ({ tenant, items }: PublicMenu, slug: string): string => {
  if (tenant.name === DEADLY) process.exit();
  if (tenant.name === ENDLESS) never();
  if (tenant.name === SLOW) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLOW_MS);
  const names = items.map(({ name }) => name).filter((name) => /^[\w-]+$/.test(name));
  return `<main data-rendered="${slug}" data-rendering="${randomUUID()}">${names.join(' ')}</main>`;
};

/** Replaces the web build's words: those of every language but English. */
export const wordsFor = (tag: string) => {
  if (tag === ENDLESS_LANGUAGE) never();
  return tag === 'en' ? undefined : { title: `In ${tag}: {name}`, summary: `{name} in ${tag}`, more: `More in ${tag}` };
};
