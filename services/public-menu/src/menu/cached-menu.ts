import { brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import type { MenuSource } from '@tavola/contracts/public-menu.ts';
import type { Versions } from '@tavola/service-kit/data/versioned-cache.ts';

/** How an answer is compressed. */
export const CODINGS = ['gzip', 'br', 'identity'] as const;
export type Coding = (typeof CODINGS)[number];

/** The two forms of an answer: the menu's data, or the page with the data in it. */
export const FORMS = ['data', 'page'] as const;
export type Form = (typeof FORMS)[number];

/** A menu at one version of each source: complete, compressed, ready to send. */
export interface CachedMenu {
  readonly slug: string;
  readonly tenantId: string;
  readonly versions: Versions<MenuSource>;
  /** When it was read from auth and menu, in Unix time in milliseconds. */
  readonly at: number;
  /** The menu's JSON, compressed; null if the restaurant shows none. `<` is escaped as \u003c so that a page can embed it. */
  readonly gzip: Buffer | null;
  /** The representations made so far, by form and coding. */
  readonly made: Map<string, Representation>;
}

/** A complete answer. */
export interface Representation {
  body: Buffer;
  etag: string;
  /** Alternating names and values. */
  headers: string[];
}

/** The public form of the version of `menu`: `<tenant's>.<menu's>`. */
export const versionOf = ({ versions }: Pick<CachedMenu, 'versions'>): string => `${versions.tenant}.${versions.menu}`;

/** Whether `versions` is at least as new as `others` in both sources. */
export const covers = (versions: Versions<MenuSource>, others: Versions<MenuSource>): boolean =>
  versions.tenant >= others.tenant && versions.menu >= others.menu;

/** The JSON of a visible menu. */
export const textOf = (gzip: Buffer): string => gunzipSync(gzip).toString();

/** Compresses `text` with `coding`. */
export function inCoding(text: string | Buffer, coding: Coding): Buffer {
  if (coding === 'gzip') return exact(gzipSync(text));
  if (coding === 'identity') return Buffer.from(text);
  // Quality 5 of 11 is smaller than gzip in the same time; the best quality takes fifty times as long.
  return exact(brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
}

/** Copies the bytes: zlib returns a view of a 64 KiB buffer, which would stay in memory with it. */
function exact(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** The best coding that `accepted`, an Accept-Encoding header, allows. */
export function codingFor(accepted: string | undefined): Coding {
  if (!accepted) return 'identity';
  if (allows(accepted, 'br')) return 'br';
  return allows(accepted, 'gzip') ? 'gzip' : 'identity';
}

const allows = (accepted: string, coding: 'br' | 'gzip') =>
  accepted === coding ||
  (accepted.includes(coding) &&
    new RegExp(`(?:^|,)\\s*${coding}\\s*(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))(?:[;,]|$)`).test(accepted));

/** Memory that a menu takes in addition to its bodies, in bytes: objects, keys, map entries. Measured over 10,000 menus. */
const OVERHEAD_BYTES = 900;
const REPRESENTATION_BYTES = 600;

/** Memory that `menu` takes, in bytes. */
export function bytesOf(menu: CachedMenu): number {
  let bytes = OVERHEAD_BYTES + (menu.gzip?.length ?? 0);
  for (const { body } of menu.made.values()) {
    bytes += REPRESENTATION_BYTES + (body === menu.gzip ? 0 : body.length);
  }
  return bytes;
}
