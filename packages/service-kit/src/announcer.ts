import type { EventKind } from '@tavola/contracts/events.ts';
import { tell } from './events.ts';
import type { Logger } from './log.ts';
import { isUp, type Redis } from './redis.ts';
import type { VersionedCache } from './versioned-cache.ts';

/** A tenant's data changed and is committed; `version` is the new one. */
export interface Change {
  tenantId: string;
  version: number;
}

export interface Announcer {
  /**
   * To be awaited between the commit and the acknowledgement: puts the tombstone into the cache entry and tells the
   * change. Never rejects: with Redis away the change is kept and announced as soon as Redis is back.
   */
  announce(change: Change): Promise<void>;
  close(): void;
}

/** How often changes that could not be announced are tried again, in milliseconds. */
const RETRY_MS = 250;

/** Announces changes of one source to the versioned cache and to whoever hears `kind`. */
export function makeAnnouncer<Source extends string>(
  redis: Redis,
  cache: VersionedCache<Source>,
  source: Source,
  kind: EventKind<Change>,
  log: Logger,
): Announcer {
  /** The newest version that is still to be announced, by tenant: an older one says nothing more. */
  const pending = new Map<string, number>();

  const attempt = async ({ tenantId, version }: Change) => {
    await cache.raise(tenantId, source, version);
    await tell(redis, kind, { tenantId, version });
  };

  const retry = async () => {
    for (const [tenantId, version] of pending) {
      if (!isUp(redis)) return;
      try {
        await attempt({ tenantId, version });
        if (pending.get(tenantId) === version) pending.delete(tenantId);
      } catch {
        return;
      }
    }
  };
  let isRetrying = false;
  const timer = setInterval(() => {
    // A hung Redis lets an attempt take longer than the pause between two.
    if (isRetrying) return;
    isRetrying = true;
    void retry().finally(() => {
      isRetrying = false;
    });
  }, RETRY_MS).unref();

  return {
    async announce(change) {
      try {
        await attempt(change);
      } catch (error) {
        log.warn({ event: kind.name, ...change, reason: (error as Error).message }, 'change not announced yet');
        pending.set(change.tenantId, Math.max(change.version, pending.get(change.tenantId) ?? 0));
      }
    },
    close: () => clearInterval(timer),
  };
}
