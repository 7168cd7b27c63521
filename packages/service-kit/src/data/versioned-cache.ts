import { randomUUID } from 'node:crypto';
import { RESP_TYPES } from 'redis';
import type { Redis } from './redis.ts';

/** Versions by source; each only grows. */
export type Versions<Source extends string> = Record<Source, number>;

/** What lies under a key. */
export interface CacheEntry<Source extends string> {
  body: Buffer;
  /** The versions that `body` was made from. */
  versions: Versions<Source>;
  /** Whether the entry has heard of no newer version than those. Where it has, the body is a last good copy, not the truth. */
  isCurrent: boolean;
}

/**
 * A cache entry composed from several sources, each with a version that only grows. What makes it safe against every
 * order of writes and fills is one rule, kept inside Redis: a body is stored only if none of the versions it was read
 * at is older than what the entry has heard of, be it from a writer or from a fill. See docs/architecture.md, "Why an old menu can't come back".
 *
 * An entry has one body for each format, so that processes of two releases can share a Redis: neither reads the other's
 * bodies, nor replaces them. The versions are the entry's, so one raise outdates the bodies of every format.
 */
export interface VersionedCache<Source extends string> {
  /** The entry under `key`, or null where there is no body. */
  read(key: string): Promise<CacheEntry<Source> | null>;
  /**
   * To be asked before the sources are read for a fill: which memory of Redis it is that will be filled. A Redis that was
   * restarted or flushed meanwhile has forgotten what would forbid the fill.
   */
  epoch(): Promise<string>;
  /** After a commit: the entry has heard of `version`; a body made from an older one is not current any more. */
  raise(key: string, source: Source, version: number): Promise<void>;
  /** Stores `body`, read at `versions`, unless the entry has heard of a newer one or `epoch` is over. Says whether it was stored. */
  fill(key: string, versions: Versions<Source>, body: Buffer, epoch: string): Promise<boolean>;
}

/** How long a body is kept as a last good copy, and a tombstone as what forbids older fills, in seconds. */
export const ENTRY_SECONDS = 24 * 60 * 60;

const RAISE = `
local known = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
if tonumber(ARGV[2]) > known then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('EXPIRE', KEYS[1], ARGV[3])
end`;

// A refused fill may still bring news of another source: its reader has seen that version, so nobody may see an older one.
// Before bodies had formats they lay beside the versions: those are removed.
const FILL = `
if redis.call('GET', KEYS[3]) ~= ARGV[3] then return 0 end
local isOld, of = false, {}
for i = 4, #ARGV, 2 do
  local known = tonumber(redis.call('HGET', KEYS[1], ARGV[i]) or '0')
  local version = tonumber(ARGV[i + 1])
  if version < known then isOld = true end
  if version > known then redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
  of[#of + 1] = ARGV[i + 1]
end
redis.call('HDEL', KEYS[1], 'body', 'of')
redis.call('EXPIRE', KEYS[1], ARGV[2])
if isOld then return 0 end
redis.call('HSET', KEYS[2], 'body', ARGV[1], 'of', table.concat(of, ' '))
redis.call('EXPIRE', KEYS[2], ARGV[2])
return 1`;

/**
 * A versioned cache of what is made from `sources`, under `prefix` in `redis`; every call rejects when Redis is away.
 * `format` names the format of the bodies that are read and filled here; a writer, who only raises, needs none.
 */
export function versionedCache<Source extends string>(
  redis: Redis,
  prefix: string,
  sources: readonly Source[],
  format = '',
): VersionedCache<Source> {
  const named = (key: string) => `${prefix}:${key}`;
  const bodyOf = (key: string) => `${prefix}:${key}:${format}`;
  const epochKey = `${prefix}-epoch`;
  const bytes = redis.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  return {
    async read(key) {
      const [[body, of] = [], known] = await Promise.all([
        bytes.hmGet(bodyOf(key), ['body', 'of']),
        bytes.hmGet(named(key), sources as readonly string[] as string[]),
      ]);
      if (!body || !of) return null;
      const numbers = String(of).split(' ').map(Number);
      return {
        // A copy: the reply is a window on a larger piece of what came over the wire, all of which it would keep.
        body: Buffer.from(body),
        versions: Object.fromEntries(sources.map((source, at) => [source, numbers[at]])) as Versions<Source>,
        isCurrent: sources.every((_source, at) => Number(known[at]) === numbers[at]),
      };
    },
    async epoch() {
      const mine = randomUUID();
      return (await redis.set(epochKey, mine, { condition: 'NX', GET: true })) ?? mine;
    },
    async raise(key, source, version) {
      await redis.eval(RAISE, {
        keys: [named(key)],
        arguments: [source, String(version), String(ENTRY_SECONDS)],
      });
    },
    async fill(key, versions, body, epoch) {
      const pairs = sources.flatMap((source) => [source, String(versions[source])]);
      const stored = await redis.eval(FILL, {
        keys: [named(key), bodyOf(key), epochKey],
        arguments: [body as unknown as string, String(ENTRY_SECONDS), epoch, ...pairs],
      });
      return stored === 1;
    },
  };
}
