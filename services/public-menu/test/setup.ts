import { randomUUID } from 'node:crypto';
import type { InternalTenant } from '@tavola/contracts/auth.ts';
import type { Category, InternalMenu, MenuItem } from '@tavola/contracts/menu.ts';
import { MENU_CACHE_PREFIX, type MenuSource } from '@tavola/contracts/public-menu.ts';
import { makeLog } from '@tavola/service-kit/log.ts';
import { closeRedis, makeRedis, type Redis } from '@tavola/service-kit/redis.ts';
import { type VersionedCache, versionedCache } from '@tavola/service-kit/versioned-cache.ts';
import { fakeNeighbour } from '@tavola/test-kit/fake-neighbour.ts';
import { type Answer, type Call, listen } from '@tavola/test-kit/http.ts';
import { provided } from '@tavola/test-kit/provided.ts';
import { SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { afterAll, vi } from 'vitest';
import { makeApp } from '../src/app.ts';
import { makeDeps } from '../src/deps.ts';

/** A restaurant as auth and menu would tell of it. */
export interface Restaurant {
  tenant: InternalTenant;
  menu: InternalMenu;
}

/** What auth and menu know and are asked; a test changes it as it likes. */
export interface Owners {
  authUrl: string;
  menuUrl: string;
  restaurants: Restaurant[];
  /** Every path that was asked for, oldest first. */
  asked: string[];
  /** Awaited by menu after it has read its answer and before it gives it. */
  beforeMenuAnswers: () => unknown;
  /** The same of auth. */
  beforeAuthAnswers: () => unknown;
  closeAuth(): Promise<void>;
  closeMenu(): Promise<void>;
}

/** Fakes of auth and menu. */
export async function fakeOwners(): Promise<Owners> {
  const auth = await fakeNeighbour(async (path) => {
    owners.asked.push(path);
    const slug = decodeURIComponent(path.replace('/internal/tenants/by-slug/', ''));
    const found = owners.restaurants.find(({ tenant }) => tenant.slug === slug);
    const answer = found && structuredClone(found.tenant);
    await owners.beforeAuthAnswers();
    return answer;
  });
  const menu = await fakeNeighbour(async (path) => {
    owners.asked.push(path);
    const found = owners.restaurants.find(({ tenant }) => path === `/internal/menus/${tenant.id}`);
    const answer = found && structuredClone(found.menu);
    await owners.beforeMenuAnswers();
    return answer;
  });
  const owners: Owners = {
    authUrl: auth.url,
    menuUrl: menu.url,
    restaurants: [],
    asked: [],
    beforeMenuAnswers: () => {},
    beforeAuthAnswers: () => {},
    closeAuth: auth.close,
    closeMenu: menu.close,
  };
  return owners;
}

export interface PublicMenuService {
  /** Reads the menu at `slug`. */
  read(slug: string): Promise<Answer>;
  call: Call;
  redis: Redis;
  cache: VersionedCache<MenuSource>;
}

/** public-menu as it runs, between `owners` and the Redis at `redisUrl`. */
export async function startPublicMenu(
  owners: Pick<Owners, 'authUrl' | 'menuUrl'>,
  redisUrl = provided().redisUrl,
): Promise<PublicMenuService> {
  const deps = makeDeps({
    HOST: '127.0.0.1',
    PORT: 0,
    LOG_LEVEL: 'silent',
    REDIS_CACHE_URL: redisUrl,
    AUTH_URL: owners.authUrl,
    MENU_URL: owners.menuUrl,
    SERVICE_TOKEN,
  });
  const redis = makeRedis(redisUrl, 'test', makeLog('test', 'silent'));
  afterAll(async () => {
    closeRedis(redis);
    await deps.close();
  });
  const { call } = await listen(makeApp(deps));
  return {
    call,
    read: (slug) => call('GET', `/api/public/menu/${slug}`),
    redis,
    cache: versionedCache<MenuSource>(redis, MENU_CACHE_PREFIX),
  };
}

/** Waits until the service has reached its Redis, by reading a menu until it comes from there. */
export const untilCached = ({ read }: PublicMenuService, slug: string): Promise<void> =>
  vi.waitFor(
    async () => {
      const source = (await read(slug)).headers.get('x-cache');
      if (source !== 'redis') throw new Error(`${slug} comes from ${source}`);
    },
    { timeout: 5_000, interval: 20 },
  );

let lastId = 0;

export function makeCategory(fields: Partial<Category> = {}): Category {
  lastId += 1;
  return { id: lastId, name: `Category ${lastId}`, description: null, isActive: true, ...fields };
}

export function makeItem(fields: Partial<MenuItem> = {}): MenuItem {
  lastId += 1;
  return {
    id: lastId,
    name: `Item ${lastId}`,
    description: null,
    price: 10,
    categoryId: null,
    isAvailable: true,
    isPopular: false,
    isFeatured: false,
    image: null,
    ...fields,
  };
}

/** A restaurant with a slug nobody else has, one category and one item. */
export function makeRestaurant(fields: Partial<InternalTenant> = {}, menu: Partial<InternalMenu> = {}): Restaurant {
  const category = makeCategory();
  return {
    tenant: {
      id: randomUUID(),
      name: 'Da Ada',
      slug: `ada-${randomUUID()}`,
      description: null,
      phone: null,
      address: null,
      logo: null,
      themeColor: '#059669',
      isActive: true,
      version: 1,
      ...fields,
    },
    menu: { version: 1, categories: [category], items: [makeItem({ categoryId: category.id })], ...menu },
  };
}

/** Something to wait at: `passed` resolves once somebody has come, `open` lets them through. */
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
