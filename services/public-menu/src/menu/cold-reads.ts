import type { IncomingMessage } from 'node:http';
import { addressKey, addressOf } from '@tavola/service-kit/http/address-key.ts';
import { tooManyRequests } from '@tavola/service-kit/http/problem.ts';
import { fairQueue } from '@tavola/service-kit/runtime/fair-queue.ts';
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
  const queue = fairQueue({
    per: { client: { atOnce: COLD_READS_MAX, waiting: 0 } },
    refuse: () => tooManyRequests('Too many menus are being opened from your network.', 1_000),
  });
  /** The slugs that are being read, each with its client. */
  const reading = new Set<string>();
  return async (req, slug) => {
    if (memory.find(slug) !== undefined || memory.lastGood(slug)) return reader.read(slug);
    const client = clientOf(req);
    const name = `${slug} ${client}`;
    // It shares the read that is under way.
    if (reading.has(name)) return reader.read(slug);
    return queue.run({ client }, async () => {
      reading.add(name);
      try {
        return await reader.read(slug);
      } finally {
        reading.delete(name);
      }
    });
  };
}

/** The client of a request, as the gateway names its address. */
export const clientOf = (req: IncomingMessage): string => addressKey(addressOf(req));
