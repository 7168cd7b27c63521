import { randomUUID } from 'node:crypto';
import { RESP_TYPES } from 'redis';
import type { Redis } from './redis.ts';

/** Versions by source; each only grows. */
export type Versions<Source extends string> = Record<Source, number>;

/** The cached value of a key. */
interface CacheEntry<Source extends string> {
  body: Buffer;
  /** The versions that `body` was made from. */
  versions: Versions<Source>;
  /** The sources of which the entry knows a newer version. If there are any, the body is only a last good copy. */
  outdated: readonly Source[];
}

/**
 * A cache entry composed from several sources, each with a version that only grows. One rule, enforced inside Redis, makes it
 * safe for any order of writes and fills: a body is stored only if none of the versions it was read at is older than those the
 * entry knows, from a writer or from a fill. See docs/architecture.md, "Why an old menu can't come back".
 *
 * An entry has one body per format, so that processes of two releases can share a Redis: neither reads or replaces the other's
 * bodies. The versions belong to the entry, so one raise outdates the bodies of every format.
 */
export interface VersionedCache<Source extends string> {
  /** The entry under `key`, or null where there is no body. */
  read(key: string): Promise<CacheEntry<Source> | null>;
  /**
   * The id of Redis's data set. Get it before reading the sources for a fill: a Redis that is restarted or flushed
   * meanwhile has lost the versions that would forbid the fill. A promoted replica may lack the newest, so it has a new id, too.
   */
  dataSet(): Promise<string>;
  /**
   * Call it after a commit: the entry then knows `version`, and a body made from an older one is no longer current. With
   * `endsCopies` it is no last good copy either: nobody may see it any more.
   */
  raise(key: string, source: Source, version: number, endsCopies?: boolean): Promise<void>;
  /**
   * Stores `body`, read at `versions`, unless the entry knows a newer one or Redis has lost its data since `dataSet`. Returns
   * whether it was stored.
   */
  fill(key: string, versions: Versions<Source>, body: Buffer, dataSet: string): Promise<boolean>;
}

/** How long a last good copy, and a tombstone that forbids older fills, are kept, in seconds. */
export const ENTRY_SECONDS = 24 * 60 * 60;

const RAISE = `
local known = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
if tonumber(ARGV[2]) > known then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('EXPIRE', KEYS[1], ARGV[3])
end
local ended = tonumber(redis.call('HGET', KEYS[1], ARGV[1] .. ':ended') or '0')
if ARGV[4] == '1' and tonumber(ARGV[2]) > ended then
  redis.call('HSET', KEYS[1], ARGV[1] .. ':ended', ARGV[2])
end`;

// Redis gives its replication history another id when it starts and when it is promoted.
const DATA_SET = `
local history = string.match(redis.call('INFO', 'replication'), 'master_replid:(%w+)') or ''
local known = redis.call('GET', KEYS[1])
if known and string.match(known, '@(%w*)$') == history then return known end
redis.call('SET', KEYS[1], ARGV[1] .. '@' .. history)
return ARGV[1] .. '@' .. history`;

// A rejected fill may still raise another source's version: its reader saw that version, so no reader may see an older one.
// Older releases stored bodies without a format, beside the versions. Those are removed.
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
redis.call('HSET', KEYS[2], 'body', ARGV[1], 'of', table.concat(of, ' '), 'in', ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[2])
return 1`;

/**
 * A versioned cache of bodies made from `sources`, under `prefix` in `redis`; every call rejects when Redis is down.
 * `format` names the format of the bodies that are read and filled here; a writer, which only raises, needs none.
 */
export function versionedCache<Source extends string>(
  redis: Redis,
  prefix: string,
  sources: readonly Source[],
  format = '',
): VersionedCache<Source> {
  const named = (key: string) => `${prefix}:${key}`;
  const bodyOf = (key: string) => `${prefix}:${key}:${format}`;
  const dataSetKey = `${prefix}-epoch`;
  /** The versions of an entry, and those before which its bodies are no copies any more. */
  const fields: string[] = [...sources, ...sources.map((source) => `${source}:ended`)];
  const bytes = redis.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  const dataSet = async () => String(await redis.eval(DATA_SET, { keys: [dataSetKey], arguments: [randomUUID()] }));
  return {
    async read(key) {
      const [now, [body, of, filledIn] = [], known] = await Promise.all([
        dataSet(),
        bytes.hmGet(bodyOf(key), ['body', 'of', 'in']),
        bytes.hmGet(named(key), fields),
      ]);
      // Of a body from another data set, nobody knows what became of it.
      if (!body || !of || String(filledIn) !== now) return null;
      const numbers = String(of).split(' ').map(Number);
      if (sources.some((_source, at) => Number(known[sources.length + at]) > (numbers[at] as number))) return null;
      return {
        // A copy: the reply is a view of a larger network buffer, which it would keep in memory.
        body: Buffer.from(body),
        versions: Object.fromEntries(sources.map((source, at) => [source, numbers[at]])) as Versions<Source>,
        outdated: sources.filter((_source, at) => Number(known[at]) !== numbers[at]),
      };
    },
    dataSet,
    async raise(key, source, version, endsCopies = false) {
      await redis.eval(RAISE, {
        keys: [named(key)],
        arguments: [source, String(version), String(ENTRY_SECONDS), endsCopies ? '1' : '0'],
      });
    },
    async fill(key, versions, body, dataSet) {
      const pairs = sources.flatMap((source) => [source, String(versions[source])]);
      const stored = await redis.eval(FILL, {
        keys: [named(key), bodyOf(key), dataSetKey],
        arguments: [body as unknown as string, String(ENTRY_SECONDS), dataSet, ...pairs],
      });
      return stored === 1;
    },
  };
}
