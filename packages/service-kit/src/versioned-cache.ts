import type { Redis } from './redis.ts';

/**
 * A cache entry composed from several sources, each with a version that only grows. What makes it safe against every
 * order of writes and fills is one rule, kept inside Redis: a body is stored only if none of the versions it was read
 * at is older than what the entry has heard of, be it from a writer or from a fill. See docs/architecture.md, "Why an old menu can't come back".
 */
export interface VersionedCache<Source extends string> {
  /** The body under `key`, or null where there is none. */
  read(key: string): Promise<string | null>;
  /** After a commit: the entry has heard of `version`; a body made from an older one is gone. */
  raise(key: string, source: Source, version: number): Promise<void>;
  /** Stores `body`, read at `versions`, unless the entry has heard of a newer one. Says whether it was stored. */
  fill(key: string, versions: Record<Source, number>, body: string): Promise<boolean>;
}

/**
 * Longest life of an entry, tombstones included, in seconds. A fill is bounded to far less by its time-outs, so no fill
 * can outlive the tombstone that forbids it.
 */
export const ENTRY_SECONDS = 60;

const RAISE = `
local known = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
if tonumber(ARGV[2]) > known then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('HDEL', KEYS[1], 'body')
  redis.call('EXPIRE', KEYS[1], ARGV[3])
end`;

// A refused fill may still bring news of another source: its reader has seen that version, so nobody may see an older one.
const FILL = `
local isOld, isNew = false, false
for i = 3, #ARGV, 2 do
  local known = tonumber(redis.call('HGET', KEYS[1], ARGV[i]) or '0')
  local version = tonumber(ARGV[i + 1])
  if version < known then isOld = true end
  if version > known then
    isNew = true
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
  end
end
if isNew then redis.call('HDEL', KEYS[1], 'body') end
if not isOld then redis.call('HSET', KEYS[1], 'body', ARGV[1]) end
if isNew or not isOld then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return isOld and 0 or 1`;

/** A versioned cache under `prefix` in `redis`; every call rejects when Redis is away. */
export function versionedCache<Source extends string>(redis: Redis, prefix: string): VersionedCache<Source> {
  const named = (key: string) => `${prefix}:${key}`;
  return {
    read: (key) => redis.hGet(named(key), 'body'),
    async raise(key, source, version) {
      await redis.eval(RAISE, {
        keys: [named(key)],
        arguments: [source, String(version), String(ENTRY_SECONDS)],
      });
    },
    async fill(key, versions, body) {
      const pairs = Object.entries<number>(versions).flatMap(([source, version]) => [source, String(version)]);
      const stored = await redis.eval(FILL, {
        keys: [named(key)],
        arguments: [body, String(ENTRY_SECONDS), ...pairs],
      });
      return stored === 1;
    },
  };
}
