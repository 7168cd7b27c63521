import type { Readable } from 'node:stream';
import { picturesOf } from '@tavola/contracts/rules/pictures.ts';

/** Where files are kept. Keys are relative paths; media makes them all, so none leads out of it. */
export interface Storage {
  /** Keeps a file, whole or not at all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The same with a file that arrives bit by bit; nothing is kept of one that ends early. */
  receive(key: string, body: Readable): Promise<void>;
  /** The file, or null where there is none. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Deletes everything whose key begins with `start`. */
  remove(start: string): Promise<void>;
  /** The keys of all files in `folder`, which has no others below it. */
  list(folder: string): Promise<string[]>;
}

/** The key of an upload, until it is read. It may hold where a photo was taken, so it is never served. */
export const uploadKey = (id: string): string => `uploads/${id}`;

/** The folder of the marks of restaurants whose pictures nobody may see. nginx looks there, too. */
export const CLOSED = 'closed/';

/** The key of such a mark. */
export const closedKey = (tenantId: string): string => `${CLOSED}${tenantId.replaceAll('-', '')}`;

/** The key of the file at a picture's address. */
export const pictureKey = (address: string): string => address.slice(1);

/** What the keys of all files of a picture begin with. */
export const filesOf = (tenantId: string, hash: string): string => pictureKey(`${picturesOf(tenantId)}${hash}-`);
