import { fileURLToPath } from 'node:url';
import type { ChangedAddresses, TenantAtSlug } from '@tavola/contracts/auth.ts';
import { menuChanged, tenantChanged } from '@tavola/contracts/events.ts';
import type { MenuChanges } from '@tavola/contracts/history.ts';
import type { InternalMenu } from '@tavola/contracts/menu.ts';
import { MENU_CACHE_PREFIX, MENU_SOURCES, type MenuSource } from '@tavola/contracts/public-menu.ts';
import { closeRedis, isUp, makeFailFastRedis, makeRedis, type Redis } from '@tavola/service-kit/data/redis.ts';
import { type VersionedCache, versionedCache } from '@tavola/service-kit/data/versioned-cache.ts';
import { type Change, makeChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { aCategory, anItem, aTenant } from '@tavola/test-kit/entities.ts';
import { fakeService } from '@tavola/test-kit/fake-service.ts';
import { type Answer, type Listening, listenAsAgreed } from '@tavola/test-kit/http.ts';
import { provided } from '@tavola/test-kit/provided.ts';
import { ownMsSince } from '@tavola/test-kit/timed.ts';
import { SERVICE_ENV } from '@tavola/test-kit/tokens.ts';
import { afterAll, vi } from 'vitest';
import { makeApp } from '../src/app.ts';
import { type Deps, makeDeps } from '../src/deps.ts';
import type { PublicMenuEnv } from '../src/env.ts';
import { OWN_FINGERPRINTS } from '../src/menu/fingerprints.ts';
import { MENU_FORMAT } from '../src/menu/master-menu.ts';

type TenantChange = Change & { slug: string };

/** A restaurant as auth and menu return it. */
export interface Restaurant {
  tenant: TenantAtSlug;
  menu: InternalMenu;
  /** A slug that it had before. */
  formerSlug?: string;
}

/** The data of auth and menu, and the requests they got; a test may change it. As many prices as versions changed since one. */
export interface Owners {
  authUrl: string;
  menuUrl: string;
  restaurants: Restaurant[];
  /** auth's list of all slugs; undefined for the restaurants' own. */
  slugs: string[] | undefined;
  /** auth's list of changed addresses. */
  changed: ChangedAddresses['addresses'];
  /** Every requested path, oldest first, except of that list, which every process asks for now and then. */
  asked: string[];
  /** menu awaits this after reading its answer and before sending it. */
  beforeMenuAnswers: () => unknown;
  /** The same for auth. */
  beforeAuthAnswers: () => unknown;
  closeAuth(): Promise<void>;
  closeMenu(): Promise<void>;
}

/** Fakes of auth and menu. */
export async function fakeOwners(): Promise<Owners> {
  const auth = await fakeService(async (path) => {
    if (path.startsWith('/internal/tenants/changed-addresses'))
      return { addresses: owners.changed, next: '0_', hasMore: false } satisfies ChangedAddresses;
    owners.asked.push(path);
    if (path.startsWith('/internal/tenants/slugs')) return slugsOf(path);
    const slug = decodeURIComponent(path.replace('/internal/tenants/by-slug/', ''));
    const found = owners.restaurants.find(({ tenant, formerSlug }) => [tenant.slug, formerSlug].includes(slug));
    const answer = found && structuredClone(found.tenant);
    await owners.beforeAuthAnswers();
    return answer;
  });
  const slugsOf = (path: string) => {
    const { after = '', limit } = Object.fromEntries(new URL(path, auth.url).searchParams);
    const all = owners.slugs ?? owners.restaurants.map(({ tenant }) => tenant.slug).sort();
    const several = owners.restaurants.flatMap(({ tenant: { slug, languages } }) =>
      languages?.others.length ? [[slug, languages] as const] : [],
    );
    return {
      slugs: all.filter((slug) => slug > after).slice(0, Number(limit)),
      languages: Object.fromEntries(several),
    };
  };
  const menu = await fakeService(async (path) => {
    owners.asked.push(path);
    const [, id, since] = /^\/internal\/menus\/([^/]+?)(?:\/changes\?since=(\d+))?$/.exec(path) ?? [];
    const found = owners.restaurants.find(({ tenant }) => tenant.id === id);
    const answer = found && structuredClone(since === undefined ? found.menu : [changesOf(found, Number(since))]);
    await owners.beforeMenuAnswers();
    return answer;
  });
  const changesOf = ({ menu: { version: now } }: Restaurant, since: number): MenuChanges => ({
    since,
    now,
    isKnown: true,
    prices: now - since,
    gone: 1,
    added: 0,
    soldOut: 0,
    choicesGone: 0,
    choicesSoldOut: 0,
  });
  const owners: Owners = {
    authUrl: auth.url,
    menuUrl: menu.url,
    restaurants: [],
    slugs: undefined,
    changed: [],
    asked: [],
    beforeMenuAnswers: () => {},
    beforeAuthAnswers: () => {},
    closeAuth: auth.close,
    closeMenu: menu.close,
  };
  return owners;
}

/** The site's public address. */
export const PUBLIC_ORIGIN = 'https://tavola.example';

const SHELL_FILE = fileURLToPath(new URL('shell.html', import.meta.url));
const RENDER_FILE = fileURLToPath(new URL('render.ts', import.meta.url));

export interface PublicMenuService extends Listening {
  /** Reads the menu at `slug`. */
  read(slug: string): Promise<Answer>;
  /**
   * Does what auth does for a write: makes a new version with `change`, publishes it with the addresses that lead elsewhere now, then
   * acknowledges.
   */
  changeTenant(made: Restaurant, change: Partial<Restaurant['tenant']>): Promise<void>;
  /** Does the same as menu does for a write. */
  changeMenu(made: Restaurant, change: Partial<Restaurant['menu']>): Promise<void>;
  deps: Deps;
  redis: Redis;
  cache: VersionedCache<MenuSource>;
}

/** Starts public-menu with `owners` and a Redis, plus the publishers of auth and menu. */
export async function startPublicMenu(
  owners: Pick<Owners, 'authUrl' | 'menuUrl'>,
  more: Partial<PublicMenuEnv> = {},
): Promise<PublicMenuService> {
  const env: PublicMenuEnv = {
    ...SERVICE_ENV,
    REDIS_CACHE_URL: provided().redisUrl,
    AUTH_URL: owners.authUrl,
    MENU_URL: owners.menuUrl,
    PUBLIC_ORIGIN,
    SHELL_FILE,
    RENDER_FILE,
    EDGE_URLS: [],
    MENU_MEMORY_MB: 64,
    OPEN_MENUS_MAX: 1_000,
    OPEN_MENUS_PER_RESTAURANT: 1_000,
    ...more,
  };
  const log = makeLog('test', 'silent');
  const deps = makeDeps(env);
  const redis = makeRedis(env.REDIS_CACHE_URL, 'test', log);
  const writers = makeFailFastRedis(env.REDIS_CACHE_URL, 'writers', log);
  const cache = versionedCache(writers, MENU_CACHE_PREFIX, MENU_SOURCES, MENU_FORMAT);
  const auth = makeChangePublisher(writers, cache, 'tenant', tenantChanged, log);
  const menu = makeChangePublisher(writers, cache, 'menu', menuChanged, log);
  afterAll(async () => {
    await Promise.all([auth.close(), menu.close(), deps.close()]);
    for (const client of [redis, writers]) closeRedis(client);
  });
  const listening = await listenAsAgreed(makeApp(deps));
  return {
    ...listening,
    read: (slug) => listening.call('GET', `/api/public/menu/${slug}`),
    async changeTenant(made, change) {
      const before = { ...made.tenant };
      const after = Object.assign(made.tenant, { ...change, version: made.tenant.version + 1 });
      const { id: tenantId, version, slug, isActive: isShown } = after;
      const isElsewhere = before.slug !== slug || before.isActive !== isShown || before.languages !== after.languages;
      const tags = [before, after].flatMap(({ languages }) => (languages ? [languages.base, ...languages.others] : []));
      const languages = [...new Set(tags)];
      const addresses = isElsewhere ? [...new Set([before.slug, slug])].map((one) => ({ slug: one, languages })) : [];
      await auth.publish({ tenantId, version, slug, isShown, addresses, endsCopies: isElsewhere } as TenantChange);
    },
    async changeMenu(made, change) {
      const { version } = Object.assign(made.menu, { ...change, version: made.menu.version + 1 });
      await menu.publish({ tenantId: made.tenant.id, version });
    },
    deps,
    redis,
    cache,
  };
}

/** The source of an answer. */
export const levelOf = ({ headers }: Answer): string | null => headers.get('x-cache');

/** Waits until the service and its writers are connected to Redis: until a read of a menu comes from memory. */
export const untilCached = ({ read, redis }: PublicMenuService, slug: string): Promise<void> =>
  vi.waitFor(
    async () => {
      const source = levelOf(await read(slug));
      if (source !== 'memory' || !isUp(redis)) throw new Error(`${slug} comes from ${source}`);
    },
    { timeout: 30_000, interval: 20 },
  );

/** Maximum delay in milliseconds until an acknowledged write is visible (README, the promise). */
export const PROMISE_MS = 250;

/**
 * Waits, as long as the promise allows, until a read at `slug` satisfies `isNew`, and checks that the next ten reads
 * do too.
 */
export async function untilSeen(
  { read }: Pick<PublicMenuService, 'read'>,
  slug: string,
  isNew: (answer: Answer) => boolean,
): Promise<Answer> {
  const startedAt = performance.now();
  let answer = await read(slug);
  while (!isNew(answer)) {
    const ms = ownMsSince(startedAt);
    if (ms > PROMISE_MS) throw new Error(`${slug} is still old ${Math.round(ms)} ms after the acknowledgement`);
    answer = await read(slug);
  }
  for (let n = 0; n < 10; n += 1) {
    if (!isNew(await read(slug))) throw new Error(`${slug} was old again after it had been new`);
  }
  return answer;
}

/** A restaurant with a unique slug, one category and one item. */
export function makeRestaurant(fields: Partial<TenantAtSlug> = {}, menu: Partial<InternalMenu> = {}): Restaurant {
  const category = aCategory();
  return {
    tenant: { ...aTenant(), version: 1, shape: OWN_FINGERPRINTS.tenant, ...fields },
    menu: {
      version: 1,
      shape: OWN_FINGERPRINTS.menu,
      categories: [category],
      items: [anItem({ categoryId: category.id })],
      dayparts: [],
      optionGroups: [],
      ...menu,
    },
  };
}

/** A gate to wait at: `arrived` resolves when the first caller arrives, `open` lets all through. */
export function gate() {
  const arrival = Promise.withResolvers<void>();
  const opening = Promise.withResolvers<void>();
  return {
    wait: () => {
      arrival.resolve();
      return opening.promise;
    },
    arrived: arrival.promise,
    open: opening.resolve,
  };
}
