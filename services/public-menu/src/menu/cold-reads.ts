import type { IncomingMessage } from 'node:http';
import { addressKey, addressOf } from '@tavola/service-kit/http/address-key.ts';
import { tooManyRequests } from '@tavola/service-kit/http/problem.ts';
import type { MenuMemory } from './menu-memory.ts';
import type { MenuReader, Reading } from './menu-reader.ts';

/**
 * How many slugs without a menu in memory are read at once for one client. More would only wait, and keep connections and
 * turns from others.
 */
export const COLD_READS_MAX = 64;

/**
 * Reads the menu at `slug` for a request.
 * @throws Problem `too-many-requests` if too many other slugs are being read for the client, most of which nobody may have.
 */
export type ReadFor = (req: IncomingMessage, slug: string) => Promise<Reading>;

/** Reads with `reader`, within the limit. */
export function coldReads(reader: MenuReader, memory: MenuMemory): ReadFor {
  /** By client, the slugs that are being read. */
  const reading = new Map<string, Set<string>>();
  return async (req, slug) => {
    if (memory.find(slug) !== undefined || memory.lastGood(slug)) return reader.read(slug);
    const client = clientOf(req);
    const slugs = reading.get(client) ?? new Set();
    if (slugs.has(slug)) return reader.read(slug);
    if (slugs.size >= COLD_READS_MAX)
      throw tooManyRequests('Too many menus are being opened from your network.', 1_000);
    reading.set(client, slugs.add(slug));
    try {
      return await reader.read(slug);
    } finally {
      slugs.delete(slug);
      if (slugs.size === 0) reading.delete(client);
    }
  };
}

/** The client of a request, as the gateway names its address. */
export const clientOf = (req: IncomingMessage): string => addressKey(addressOf(req));
