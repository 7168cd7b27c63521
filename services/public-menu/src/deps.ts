import type { ServiceName } from '@tavola/contracts/topology.ts';
import { closeRedis, isUp, makeListeningRedis, makeRedis } from '@tavola/service-kit/data/redis.ts';
import { makeRequests, type Requests } from '@tavola/service-kit/http/request-log.ts';
import { makeServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { followChangedAddresses } from '@tavola/service-kit/messaging/changed-addresses.ts';
import { histogram } from '@tavola/service-kit/observability/histogram.ts';
import { type Logger, makeLog } from '@tavola/service-kit/observability/log.ts';
import { type Metrics, makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { onceTrue, type ReadyCheck, saysReady } from '@tavola/service-kit/runtime/health.ts';
import { type Change, followChanges, SILENCE_MS } from './change-feed/change-feed.ts';
import { type Sitemaps, sitemaps } from './discovery/sitemap.ts';
import { type ChangePropagator, changePropagator } from './edge/change-propagator.ts';
import { changedAddresses, REMEMBERED_MS } from './edge/changed-addresses.ts';
import { edgesAt } from './edge/edges.ts';
import type { PublicMenuEnv } from './env.ts';
import { type MenuResponder, menuResponder } from './menu/answer.ts';
import { type ChangesSince, changesSince } from './menu/changes-since.ts';
import { coldReads, type ReadFor } from './menu/cold-reads.ts';
import { menuCache } from './menu/menu-cache.ts';
import { type MenuMemory, menuMemory } from './menu/menu-memory.ts';
import { menuOrigin } from './menu/menu-origin.ts';
import { menuReader } from './menu/menu-reader.ts';
import { registerMenuMetrics } from './metrics.ts';
import { type OpenMenus, openMenus } from './open-menus/open-menus.ts';
import { menuPage } from './page/menu-page.ts';

/** How often auth is asked for changed addresses, in milliseconds. */
const ADDRESSES_MS = 5_000;

/** Everything that public-menu's routes need. */
export interface Deps {
  memory: MenuMemory;
  readFor: ReadFor;
  answers: MenuResponder;
  changesSince: ChangesSince;
  streams: OpenMenus;
  propagator: ChangePropagator;
  sitemaps: Sitemaps;
  publicOrigin: string;
  log: Logger;
  metrics: Metrics;
  requests: Requests;
  ready: ReadyCheck;
  close(): Promise<void>;
}

/** Creates public-menu's dependencies. */
export function makeDeps(env: PublicMenuEnv): Deps {
  const log = makeLog('public-menu', env.LOG_LEVEL);
  const metrics = makeMetrics();
  const requests = makeRequests('public-menu', log, metrics);
  const redis = makeRedis(env.REDIS_CACHE_URL, 'public-menu', log);
  const subscriber = makeListeningRedis(env.REDIS_CACHE_URL, 'public-menu-news', log, SILENCE_MS);
  const neighbour = <Name extends ServiceName>(name: Name, url: string) =>
    makeServiceClient({ name, url, serviceToken: env.SERVICE_TOKEN });
  const auth = neighbour('auth', env.AUTH_URL);
  const menu = neighbour('menu', env.MENU_URL);

  const lag = histogram(
    metrics,
    'tavola_news_lag_seconds',
    'How long what was told took to be heard here, by messages to itself.',
  )();
  const trust = followChanges(
    redis,
    subscriber,
    log,
    (change: Change) => propagator.hear(change),
    (ms) => lag.add(ms / 1000),
  );
  const memory = menuMemory(trust, env.MENU_MEMORY_MB * 1024 * 1024);
  const reader = menuReader({
    memory,
    trust,
    cache: menuCache(redis),
    origin: menuOrigin(auth, menu),
    log,
  });
  const { SHELL_FILE: shellFile, RENDER_FILE: renderFile, PUBLIC_ORIGIN: origin } = env;
  const operator = { termsUrl: env.TERMS_URL, privacyUrl: env.PRIVACY_URL };
  const page = menuPage({ shellFile, renderFile, origin, operator }, log, metrics);
  const answers = menuResponder(memory, page);
  const edges = edgesAt(env.EDGE_URLS, log, metrics);
  const streams = openMenus(env.OPEN_MENUS_MAX, env.OPEN_MENUS_PER_RESTAURANT);
  registerMenuMetrics(metrics, { answers, memory, trust, streams });
  const changed = changedAddresses(reader, edges, log, metrics);
  const propagator = changePropagator({ reader, memory, answers, edges, changed, streams, trust, log });
  // Events are lost with the subscription, and before this process began.
  const addresses = followChangedAddresses(
    auth,
    { since: Date.now() - REMEMBERED_MS, everyMs: ADDRESSES_MS },
    log,
    async (page) => {
      for (const address of page) changed.catchUp(address, address.at);
    },
  );

  return {
    memory,
    readFor: coldReads(reader, memory),
    answers,
    changesSince: changesSince(menu),
    streams,
    propagator,
    sitemaps: sitemaps(auth, env.PUBLIC_ORIGIN),
    publicOrigin: env.PUBLIC_ORIGIN,
    log,
    metrics,
    requests,
    // Without Redis it answers from the origin, and without the origin from its cache. It can't answer if it never had
    // either.
    ready: onceTrue(async () => {
      if (isUp(redis)) return true;
      const owners = await Promise.all([env.AUTH_URL, env.MENU_URL].map(saysReady));
      return owners.every(Boolean);
    }),
    async close() {
      propagator.close();
      changed.close();
      await addresses.close();
      trust.close();
      edges.close();
      await page.close();
      closeRedis(subscriber);
      closeRedis(redis);
    },
  };
}
