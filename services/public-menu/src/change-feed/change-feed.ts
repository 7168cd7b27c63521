import { randomUUID } from 'node:crypto';
import type { MenuAddress } from '@tavola/contracts/auth.ts';
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
  /** The restaurant's current slug; set for changes to the tenant. */
  slug?: string | undefined;
  /** Whether guests can read its menu; set for changes to the tenant, except by other releases, as is `addresses`. */
  isShown?: boolean | undefined;
  /** The addresses that the change made lead elsewhere. */
  addresses?: readonly MenuAddress[] | undefined;
}

/** How far cached data can be trusted. */
export interface Freshness {
  /**
   * True if every change published more than a lease ago has been received. Cached data, here or in Redis, is then
   * current.
   */
  isTrusted(): boolean;
  /** Incremented whenever changes may have been missed; data cached in an earlier epoch may be stale. */
  readonly epoch: number;
}

/** Receives the changes of all menus. */
interface ChangeFeed extends Freshness {
  close(): void;
}

/** How often the process checks that its subscription still delivers, in milliseconds. */
const HEARTBEAT_MS = 25;

/**
 * A gap longer than this (in milliseconds; it is also how long a writer waits for Redis) may mean that writers could
 * not publish either. They publish what they missed within `CATCH_UP_MS` of Redis's return. Until then nothing cached
 * is trusted.
 */
const OUTAGE_MS = 500;
const CATCH_UP_MS = 1_000;

/** As a write, so that a replica, which lags behind, delivers none. */
const HEARTBEAT = `redis.call('SET', 'heartbeat', '1', 'PX', 1000)
redis.call('PUBLISH', ARGV[1], ARGV[2])`;

/** A subscription that delivers not even our own messages for this many milliseconds is dead. */
export const SILENCE_MS = 1_000;

/** Maximum heartbeats in flight, so that a hanging Redis is not flooded when it recovers. */
const MAX_ASKED = 40;

/**
 * Subscribes to changes and to heartbeats that the process sends to itself. A subscription delivers in order, so a
 * heartbeat that comes back proves that every earlier change has been received (docs/architecture.md, "Why an old menu
 * can't come back"). `onLag` gets each heartbeat's delay, which equals the delay of a change.
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
  // The process may start during an outage.
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
  /** Retries until subscribed: the connection may be lost during the attempt. */
  const listen = async (subscribe: () => Promise<void>) => {
    while (!isClosed) {
      try {
        return await subscribe();
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'change feed not subscribed yet');
        await new Promise((resolve) => setTimeout(resolve, HEARTBEAT_MS));
      }
    }
  };
  // Subscribe to heartbeats last: one proves delivery only for subscriptions made before it.
  void listen(() => subscribe(subscriber, tenantChanged, log, (change) => onChange({ ...change, source: 'tenant' })))
    .then(() =>
      listen(() => subscribe(subscriber, menuChanged, log, (change) => onChange({ ...change, source: 'menu' }))),
    )
    .then(() => listen(() => subscriber.subscribe(channel, prove)));

  const heartbeat = setInterval(() => {
    if (!isUp(redis) || asked >= MAX_ASKED) return;
    asked += 1;
    redis
      .eval(HEARTBEAT, { keys: [], arguments: [channel, `${epoch} ${performance.now()}`] })
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
