import type { MenuSource } from '@tavola/contracts/public-menu.ts';
import type { Versions } from '@tavola/service-kit/data/versioned-cache.ts';
import type { Fingerprints } from './fingerprints.ts';

/** The two forms of an answer: the menu's data, or the page with the data in it. */
export const FORMS = ['data', 'page'] as const;
export type Form = (typeof FORMS)[number];

/** A menu at one version of each source: complete, compressed, ready to send. */
export interface CachedMenu {
  readonly slug: string;
  readonly tenantId: string;
  readonly versions: Versions<MenuSource>;
  /** When its dishes were read from menu, in Unix time in milliseconds. */
  readonly at: number;
  /** When its restaurant was read from auth; earlier than `at` if only the dishes were read anew since. */
  readonly restaurantAt: number;
  /** The fingerprints of the schemas by which auth and menu, perhaps of other releases, sent it. */
  readonly fingerprints: Fingerprints;
  /** Whether search engines may find it. */
  readonly isListed: boolean;
  /** The menu's JSON, compressed; null if the restaurant shows none. `<` is escaped as \u003c so that a page can embed it. */
  readonly gzip: Buffer | null;
  /**
   * The languages that guests are offered, the base language first. Empty where the restaurant has no other languages: then `gzip`
   * is what guests get, else it is a master (`master-menu.ts`).
   */
  readonly offered: readonly string[];
  /**
   * The instants at which the menu changes by itself, in order, in Unix time in milliseconds. They reach further than a menu is
   * cached. With any, `gzip` is a master, too.
   */
  readonly turns: readonly number[];
  /** The representations made so far, by form, coding and language. */
  readonly made: Map<string, Representation>;
}

/** A complete answer. */
export interface Representation {
  body: Buffer;
  /** Alternating names and values. */
  headers: string[];
  /** The turn that ends it, in Unix time in milliseconds; undefined where only a change does. */
  until: number | undefined;
  /** When it is made anew, in Unix time in milliseconds: the menu in this page could not be rendered in time. */
  retryAt: number | undefined;
}

/** The public form of the version of `menu`: `<tenant's>.<menu's>`. */
export const versionOf = ({ versions }: Pick<CachedMenu, 'versions'>): string => `${versions.tenant}.${versions.menu}`;

/** The next turn of `menu` after `now`; undefined without one. */
export const untilOf = ({ turns }: Pick<CachedMenu, 'turns'>, now: number): number | undefined =>
  turns.length === 0 ? undefined : turns.find((turn) => turn > now);

/** Whether `gzip` is what guests get, whatever their language and the time. */
export const isPlain = ({ offered, turns }: CachedMenu): boolean => offered.length === 0 && turns.length === 0;

/** Whether guests can read `menu` at the address of `lang`, which is empty for the address without a language. */
export const isOffered = ({ offered }: CachedMenu, lang: string): boolean =>
  lang === '' || (offered.includes(lang) && lang !== offered[0]);

/** Whether `versions` is at least as new as `others` in both sources. */
export const covers = (versions: Versions<MenuSource>, others: Versions<MenuSource>): boolean =>
  versions.tenant >= others.tenant && versions.menu >= others.menu;

/** Memory that a menu takes in addition to its bodies, in bytes: objects, keys, map entries. Measured over 10,000 menus. */
const OVERHEAD_BYTES = 900;
const REPRESENTATION_BYTES = 600;

const TURN_BYTES = 8;

/** Memory that `menu` takes, in bytes. */
export function bytesOf(menu: CachedMenu): number {
  let bytes = OVERHEAD_BYTES + (menu.gzip?.length ?? 0) + TURN_BYTES * menu.turns.length;
  for (const { body } of menu.made.values()) {
    bytes += REPRESENTATION_BYTES + (body === menu.gzip ? 0 : body.length);
  }
  return bytes;
}
