import { randomUUID } from 'node:crypto';
import { menuChanged, tenantChanged } from '@tavola/contracts/events.ts';
import { LEASE_MS, type MenuSource } from '@tavola/contracts/public-menu.ts';
import { isUp, type Redis } from '@tavola/service-kit/data/redis.ts';
import { subscribe } from '@tavola/service-kit/messaging/events.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';

/** One of a menu's sources changed. */
export interface Change {
  tenantId: string;
  source: MenuSource;
  version: number;
  /** Where the restaurant's menu is now; known of changes to the tenant. */
  slug?: string;
}

/** How far what is kept can be believed. */
export interface Freshness {
  /** Whether every change is known that was told more than a lease ago; what is kept, here or in Redis, is then the truth. */
  isTrusted(): boolean;
  /** Grows whenever changes may have been missed: what was kept before may be old. */
  readonly epoch: number;
}

/** The changes of all menus as they are told. */
export interface ChangeFeed extends Freshness {
  close(): void;
}

/** How often the process asks itself whether it still hears, in milliseconds. */
const HEARTBEAT_MS = 25;

/**
 * A lapse longer than this many milliseconds, as long as a writer waits for Redis, may mean that writers could tell
 * nobody either; what they have to tell comes within `CATCH_UP_MS` of Redis's return. Until then nothing kept is believed.
 */
const OUTAGE_MS = 500;
const CATCH_UP_MS = 1_000;

/** A subscription over which not even our own messages come for so many milliseconds is dead. */
export const SILENCE_MS = 1_000;

/** Questions on their way at most: a Redis that hangs is not to be flooded once it comes back. */
const MAX_ASKED = 40;

/**
 * Listens for changes, and for messages that the process sends itself: one that has come back proves that all told
 * before it have been heard, because a subscription delivers in order (docs/architecture.md, "Why an old menu can't come back"). `onLag` is
 * told how long each was on its way: as long as a change takes to be heard.
 */
export function followChanges(
  redis: Redis,
  subscriber: Redis,
  log: Logger,
  onChange: (change: Change) => void,
  onLag: (ms: number) => void = () => {},
): ChangeFeed {
  const channel = `lease:${randomUUID()}`;
  let epoch = 0;
  let provenAt = Number.NEGATIVE_INFINITY;
  // A process may start in the middle of an outage.
  let lastProvenAt = performance.now();
  let believedFrom = 0;
  let asked = 0;
  let isClosed = false;

  const hasLost = () => {
    epoch += 1;
    provenAt = Number.NEGATIVE_INFINITY;
  };
  for (const loss of ['error', 'reconnecting', 'ready', 'end']) subscriber.on(loss, hasLost);

  const prove = (message: string) => {
    const [askedIn, askedAt] = message.split(' ').map(Number) as [number, number];
    if (askedIn !== epoch) return;
    const now = performance.now();
    onLag(now - askedAt);
    if (now - lastProvenAt > OUTAGE_MS) believedFrom = now + CATCH_UP_MS;
    provenAt = Math.max(provenAt, askedAt);
    lastProvenAt = now;
  };
  /** Subscribes, as often as it takes: a connection may be cut while it is being asked for. */
  const listen = async (subscribe: () => Promise<void>) => {
    while (!isClosed) {
      try {
        return await subscribe();
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'not subscribed yet');
        await new Promise((resolve) => setTimeout(resolve, HEARTBEAT_MS));
      }
    }
  };
  // The proof last: it says something only about what has been subscribed to before it.
  void listen(() => subscribe(subscriber, tenantChanged, log, (change) => onChange({ ...change, source: 'tenant' })))
    .then(() =>
      listen(() => subscribe(subscriber, menuChanged, log, (change) => onChange({ ...change, source: 'menu' }))),
    )
    .then(() => listen(() => subscriber.subscribe(channel, prove)));

  const heartbeat = setInterval(() => {
    if (!isUp(redis) || asked >= MAX_ASKED) return;
    asked += 1;
    redis
      .publish(channel, `${epoch} ${performance.now()}`)
      .catch(() => {})
      .finally(() => {
        asked -= 1;
      });
  }, HEARTBEAT_MS).unref();

  return {
    isTrusted() {
      const now = performance.now();
      return now - provenAt < LEASE_MS && now >= believedFrom;
    },
    get epoch() {
      return epoch;
    },
    close() {
      isClosed = true;
      clearInterval(heartbeat);
    },
  };
}
