import { gunzipSync, gzipSync } from 'node:zlib';
import { menuChanged, tenantChanged } from '@tavola/contracts/events.ts';
import { LEASE_MS, MENU_CACHE_PREFIX, MENU_SOURCES, type MenuSource } from '@tavola/contracts/public-menu.ts';
import { type Versions, versionedCache } from '@tavola/service-kit/data/versioned-cache.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { makeChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { seeded } from '@tavola/test-kit/seeded.ts';
import { type Freshness, followChanges } from '../src/change-feed/change-feed.ts';
import { type MenuCache, menuCache } from '../src/menu/menu-cache.ts';
import { menuMemory } from '../src/menu/menu-memory.ts';
import { menuOrigin } from '../src/menu/menu-origin.ts';
import { type Level, type MenuReader, menuReader, type Reading } from '../src/menu/menu-reader.ts';
import type { LeftOut } from './redis-model.ts';
import { makeRestaurant, type Restaurant } from './setup.ts';
import { SimulatedClient, SimulatedRedis } from './simulated-redis.ts';
import { VirtualTime } from './virtual-time.ts';

/**
 * Maximum delay in milliseconds until an acknowledged write is visible in a process, whatever fails: a process may
 * trust its subscription for one lease. (The rest of the promise covers the edge and inexact timers.)
 */
export const BOUND_MS = LEASE_MS;

/** The guards to disable, to check that the race detects it. */
export interface Guards extends LeftOut {
  /** A process trusts its cache even without a live subscription. */
  lease?: boolean;
  /** A process trusts what it cached before its subscription was lost. */
  subscriptionEpoch?: boolean;
  /** Every request joins any read in progress. */
  noJoining?: boolean;
  /** Only the dishes are read, even if the restaurant changed. */
  restaurantVersion?: boolean;
}

export interface Raced {
  reads: number;
  writes: number;
  /** Writes that were acknowledged before they could be published. */
  untold: number;
  levels: Partial<Record<Level, number>>;
  /** The answers that were not allowed. */
  wrong: string[];
  /** Longest time between an acknowledgement and the last read that missed the write, in milliseconds. */
  worstMs: number;
}

const PROCESSES = 2;
const RESTAURANTS = 3;
/** Length of a race in virtual milliseconds, and the interval between reads, which varies from race to race. */
const RACE_MS = 8_000;
const READ_EVERY_MS = [1, 4, 12];
/** The same for writes to one restaurant. */
const WRITE_EVERY_MS = [200, 600, 1_500];
const PATIENCE_MS = 1_000;

interface Acknowledged {
  source: MenuSource;
  version: number;
  at: number;
}

/** A restaurant with its history. */
interface Played extends Restaurant {
  acknowledged: Acknowledged[];
}

/** Races the real code of two readers and three writers through faults, in an order determined by `seed`. */
export async function race(seed: number, leftOut: Guards = {}): Promise<Raced> {
  const time = new VirtualTime();
  time.begin();
  try {
    return await raceIn(time, seed, leftOut);
  } finally {
    time.end();
  }
}

async function raceIn(time: VirtualTime, seed: number, leftOut: Guards): Promise<Raced> {
  const random = seeded(seed);
  const below = (n: number) => Math.floor(random() * n);
  const log = makeLog('race', 'silent');
  const server = new SimulatedRedis(time, random, leftOut);
  const raced: Raced = { reads: 0, writes: 0, untold: 0, levels: {}, wrong: [], worstMs: 0 };
  const complain = (what: string) => void raced.wrong.push(`seed ${seed}, ${Math.round(time.now)} ms: ${what}`);
  let clients: SimulatedClient[] = [];
  const client = (kind: ConstructorParameters<typeof SimulatedClient>[1]) => {
    const made = new SimulatedClient(server, kind);
    clients = [...clients, made];
    return made;
  };

  // --- The owning services ---

  const restaurants: Played[] = Array.from({ length: RESTAURANTS }, () => ({
    ...makeRestaurant(),
    acknowledged: [],
  }));
  const slugs = restaurants.map(({ tenant }) => tenant.slug);
  slugs.push(`${slugs[0]}-free`);
  const free = new Set(slugs.slice(-1));
  /** By slug, from when on every reader has to see that it is taken. */
  const takenFrom = new Map<string, number>();
  const leftAt = new Map<string, number>();

  let originDelay = 1;
  let isOriginAway = false;
  let originWasAwayAt = Number.NEGATIVE_INFINITY;
  let isAuthAway = false;
  let dishesWereAwayAt = Number.NEGATIVE_INFINITY;
  const travel = () => 0.2 + (random() < 0.04 ? 150 : 8) * random() ** 2;
  /** A request may share the result of one that started a moment earlier. */
  const mayBeAway = (startedAt: number) => isOriginAway || isAuthAway || originWasAwayAt >= startedAt - PATIENCE_MS;
  const mayLackDishes = (startedAt: number) => isOriginAway || dishesWereAwayAt >= startedAt - PATIENCE_MS;
  const owner = <Params>(isUnreachable: () => boolean, answer: (params: Params) => unknown) => {
    const find = async (_operation: object, { params }: { params: Params }) => {
      await time.rest(originDelay * travel());
      const isAway = isUnreachable();
      const found = isAway ? null : structuredClone(answer(params));
      await time.rest(originDelay * travel());
      if (isAway) throw new Problem('unavailable', 'away');
      return found ?? null;
    };
    return { find, call: find } as unknown as ServiceClient;
  };
  const auth = owner<{ slug: string }>(
    () => isOriginAway || isAuthAway,
    ({ slug }) => restaurants.find(({ tenant }) => tenant.slug === slug)?.tenant,
  );
  const menus = owner<{ tenantId: string }>(
    () => isOriginAway,
    ({ tenantId }) => restaurants.find(({ tenant }) => tenant.id === tenantId)?.menu,
  );

  // --- Writers ---

  const changePublishers = {
    tenant: [0].map(() => {
      const redis = client('prompt').asRedis;
      const cache = versionedCache(redis, MENU_CACHE_PREFIX, MENU_SOURCES);
      return makeChangePublisher(redis, cache, 'tenant', tenantChanged, log);
    }),
    menu: [0, 1].map(() => {
      const redis = client('prompt').asRedis;
      const cache = versionedCache(redis, MENU_CACHE_PREFIX, MENU_SOURCES);
      return makeChangePublisher(redis, cache, 'menu', menuChanged, log);
    }),
  };

  /** Commits, publishes, acknowledges. */
  async function write(made: Played): Promise<void> {
    const source = below(4) === 0 ? 'tenant' : 'menu';
    made[source].version += 1;
    const { version } = made[source];
    const { id: tenantId } = made.tenant;
    const former = made.tenant.slug;
    let taken: string | undefined;
    if (source === 'tenant' && below(3) === 0) {
      [taken] = free;
      if (taken !== undefined) {
        free.delete(taken);
        free.add(former);
        leftAt.set(former, time.now);
        takenFrom.set(taken, Number.POSITIVE_INFINITY);
        made.tenant.slug = taken;
      }
    }
    raced.writes += 1;
    const { slug } = made.tenant;
    await time.rest(server.delay());
    const changePublisher = changePublishers[source][below(changePublishers[source].length)];
    await changePublisher?.publish({ tenantId, version, slug });
    await time.rest(server.delay());
    if (server.told(tenantId, source) < version) raced.untold += 1;
    made.acknowledged.push({ source, version, at: time.now });
    if (taken === made.tenant.slug) takenFrom.set(taken, time.now + BOUND_MS);
  }

  // --- Readers ---

  /** Two releases in parallel, as during a rolling update. */
  const cacheOf = (redis: SimulatedClient): MenuCache => {
    const cache = menuCache(redis.asRedis, `format ${below(2)}`);
    if (!leftOut.restaurantVersion) return cache;
    return {
      ...cache,
      async read(...asked) {
        const reading = await cache.read(...asked);
        return { ...reading, outdated: reading.outdated.filter((source) => source !== 'tenant') };
      },
    };
  };

  const startReader = () => {
    const redis = client('usual');
    const subscriber = client('blocking');
    const news = followChanges(redis.asRedis, subscriber.asRedis, log, (change) =>
      leftOut.noJoining ? memory.hear(change) : reader.hear(change),
    );
    const trust: Freshness = {
      isTrusted: () => leftOut.lease === true || news.isTrusted(),
      get epoch() {
        return leftOut.subscriptionEpoch ? 0 : news.epoch;
      },
    };
    const memory = menuMemory(trust, below(2) === 0 ? 1_000_000 : 5_000, time.unix);
    const reader: MenuReader = menuReader({
      memory,
      trust,
      cache: cacheOf(redis),
      // Not in a thread, whose time is not virtual.
      origin: menuOrigin(auth, menus, { pack: gzipSync, unpack: gunzipSync }),
      log,
      now: time.unix,
      rest: time.rest,
    });
    /** By restaurant, the newest versions that a finished read has returned. */
    const newest = new Map<string, Versions<MenuSource>>();
    return { reader, news, redis, subscriber, newest };
  };
  type Reader = ReturnType<typeof startReader>;
  const readers = Array.from({ length: PROCESSES }, startReader);

  async function read({ reader, newest }: Reader, slug: string): Promise<void> {
    const startedAt = time.now;
    const seenBefore = new Map(newest);
    const owner = restaurants.find(({ tenant }) => tenant.slug === slug);
    const unseen = restaurants.map((made) => ({ made, acknowledged: made.acknowledged.length }));
    const isTaken = owner !== undefined && (takenFrom.get(slug) ?? 0) <= startedAt;
    let reading: Reading;
    try {
      reading = await reader.read(slug);
    } catch (error) {
      if (!mayBeAway(startedAt)) complain(`no answer: ${(error as Error).message}`);
      return;
    }
    const { menu, level } = reading;
    raced.reads += 1;
    raced.levels[level] = (raced.levels[level] ?? 0) + 1;
    if (level === 'stale') {
      if (time.now - startedAt < PATIENCE_MS && !mayBeAway(startedAt))
        complain(`a stale answer after ${Math.round(time.now - startedAt)} ms`);
      // With auth away, the dishes must be new all the same.
      if (!menu || mayLackDishes(startedAt)) return;
    }
    if (!menu) {
      if (isTaken && (leftAt.get(slug) ?? 0) < startedAt)
        complain(`${level} says that there is nobody at a slug that was taken long ago`);
      return;
    }
    const seen = menu.versions;
    const known = unseen.find(({ made }) => made.tenant.id === menu.tenantId);
    for (const [at, write] of (known?.made.acknowledged ?? []).entries()) {
      if (at >= (known?.acknowledged ?? 0) || seen[write.source] >= write.version) continue;
      if (level === 'stale' && write.source === 'tenant') continue;
      const age = startedAt - write.at;
      raced.worstMs = Math.max(raced.worstMs, age);
      if (age <= BOUND_MS) continue;
      const shown = `${write.source} ${seen[write.source]}`;
      complain(`${level} shows ${shown}, ${Math.round(age)} ms after ${write.version} was acknowledged`);
    }
    const before = seenBefore.get(menu.tenantId);
    const checked = level === 'stale' ? (['menu'] as const) : MENU_SOURCES;
    for (const source of checked) {
      if (before && seen[source] < before[source]) {
        complain(`${level} shows ${source} ${seen[source]} after ${before[source]} was seen`);
      }
    }
    const shown = newest.get(menu.tenantId) ?? { tenant: 0, menu: 0 };
    newest.set(menu.tenantId, {
      tenant: Math.max(shown.tenant, seen.tenant),
      menu: Math.max(shown.menu, seen.menu),
    });
  }

  // --- Faults ---

  const someClient = () => clients[below(clients.length)] as SimulatedClient;
  const faults: Record<string, () => Promise<void>> = {
    async 'a cut'() {
      const hit = below(2) === 0 ? readers[below(PROCESSES)]?.subscriber : someClient();
      if (hit?.connection) server.cut(hit.connection);
    },
    async 'every subscription cut'() {
      for (const { subscriber } of readers) if (subscriber.connection) server.cut(subscriber.connection);
    },
    async 'late messages'() {
      const { connection } = readers[below(PROCESSES)]?.subscriber ?? {};
      if (connection) server.holdUp(connection, 'downAt', 50 + 900 * random());
    },
    async 'a hung Redis'() {
      server.freeze();
      await time.rest(20 + 1_500 * random() * random());
      server.thaw();
    },
    async 'a restart'() {
      server.stop();
      await time.rest(10 + 1_500 * random() * random());
      server.start();
    },
    async 'a failover'() {
      const promote = server.model.copy();
      await time.rest(500 * random());
      server.stop();
      await time.rest(10 + 1_000 * random() * random());
      promote();
      server.start();
    },
    async 'a new process'() {
      const at = below(PROCESSES);
      for (const { news, redis, subscriber } of readers.slice(at, at + 1)) {
        news.close();
        for (const left of [redis, subscriber]) left.destroy();
        clients = clients.filter((one) => one !== redis && one !== subscriber);
      }
      readers[at] = startReader();
    },
    async 'a flush'() {
      server.model.flush();
    },
    async 'slow owners'() {
      originDelay = 5 + 10 * random();
      await time.rest(200 + 500 * random());
      originDelay = 1;
    },
    async 'owners away'() {
      isOriginAway = true;
      await time.rest(100 + 500 * random());
      isOriginAway = false;
      originWasAwayAt = time.now;
      dishesWereAwayAt = time.now;
    },
    async 'auth away'() {
      isAuthAway = true;
      await time.rest(100 + 500 * random());
      isAuthAway = false;
      originWasAwayAt = time.now;
    },
  };
  const names = Object.keys(faults);

  // --- Start ---

  const readEvery = READ_EVERY_MS[below(READ_EVERY_MS.length)] as number;
  const writeEvery = WRITE_EVERY_MS[below(WRITE_EVERY_MS.length)] as number;
  const isOver = () => time.now >= RACE_MS;
  const actors = [
    async () => {
      while (!isOver()) {
        const burst = below(6) === 0 ? 1 + below(8) : 1;
        const slug = slugs[below(slugs.length)] as string;
        for (let n = 0; n < burst; n += 1) void read(readers[below(PROCESSES)] as Reader, slug);
        await time.rest(2 * readEvery * random());
      }
    },
    ...restaurants.map((made) => async () => {
      while (!isOver()) {
        await time.rest(random() < 0.4 ? 5 + 20 * random() : 2 * writeEvery * random());
        void write(made);
      }
    }),
    // On busy machines, everything is delayed now and then.
    async () => {
      while (!isOver()) {
        await time.rest(60 * random());
        const { connection } = someClient();
        if (connection) server.holdUp(connection, random() < 0.5 ? 'upAt' : 'downAt', 60 * random() ** 2);
      }
    },
    async () => {
      while (!isOver()) {
        await time.rest(100 + 1_200 * random());
        await faults[names[below(names.length)] as string]?.();
        // A new process has received no earlier changes.
        if (below(3) === 0) await faults['a new process']?.();
      }
    },
  ];
  time.after(0, () => {
    for (const act of actors) void act();
  });
  await time.run(RACE_MS + 5_000);
  return raced;
}
