import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '@tavola/test-kit/database.ts';
import { type Answer, type Call, listenAsAgreed } from '@tavola/test-kit/http.ts';
import { provided } from '@tavola/test-kit/provided.ts';
import { keys, SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { afterAll, vi } from 'vitest';
import { makeApp as makeAuthApp } from '../../../services/auth/src/app.ts';
import { makeDeps as makeAuthDeps } from '../../../services/auth/src/deps.ts';
import { makeApp as makeMenuApp } from '../../../services/menu/src/app.ts';
import { makeDeps as makeMenuDeps } from '../../../services/menu/src/deps.ts';
import { makeApp as makePublicMenuApp } from '../../../services/public-menu/src/app.ts';
import { makeDeps as makePublicMenuDeps } from '../../../services/public-menu/src/deps.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../../services/public-menu/test/${name}`, import.meta.url));

/** auth, menu and two processes of public-menu as they run, on one database and the Redis at `redisUrl`. */
export async function startServices(redisUrl = provided().redisUrl) {
  const database = await testDatabase();
  const base = {
    HOST: '127.0.0.1',
    PORT: 0,
    LOG_LEVEL: 'silent' as const,
    REDIS_CACHE_URL: redisUrl,
    JWT_PUBLIC_KEY: keys.publicKey,
    SERVICE_TOKEN,
  };
  const authDeps = makeAuthDeps({
    ...base,
    DATABASE_URL: database.urlOf('auth'),
    JWT_PRIVATE_KEY: keys.privateKey,
    PASSWORD_MIN_LENGTH: 6,
    RATE_LIMIT_FACTOR: 100_000,
    TWO_FACTOR_KEY: 'a-two-factor-key-for-tests-of-32-characters',
    PUBLIC_ORIGIN: 'https://tavola.example',
    MAIL_URL: 'console:',
    MAIL_FROM: 'Tavola <no-reply@tavola.example>',
  });
  const menuDeps = makeMenuDeps({ ...base, DATABASE_URL: database.urlOf('menu') });
  afterAll(() => Promise.all([authDeps.close(), menuDeps.close()]));
  const auth = await listenAsAgreed(makeAuthApp(authDeps));
  const menu = await listenAsAgreed(makeMenuApp(menuDeps));
  const publicMenu = async (menuUrl = menu.url) => {
    const deps = makePublicMenuDeps({
      ...base,
      AUTH_URL: auth.url,
      MENU_URL: menuUrl,
      PUBLIC_ORIGIN: 'https://tavola.example',
      SHELL_FILE: fixture('shell.html'),
      RENDER_FILE: fixture('render.ts'),
      EDGE_URLS: [],
      MENU_MEMORY_MB: 64,
      OPEN_MENUS_MAX: 1_000,
    });
    afterAll(() => deps.close());
    return (await listenAsAgreed(makePublicMenuApp(deps))).call;
  };
  const processes: Call[] = [await publicMenu(), await publicMenu()];
  const readers = [...processes];
  return {
    database,
    auth,
    menu,
    /** One more process of public-menu, which asks the menu service at `menuUrl`. */
    publicMenuOf: publicMenu,
    /** Reads the public menu at `slug` from the first or the second process. */
    readFrom: (at: number, slug: string): Promise<Answer> =>
      (processes[at % 2] as Call)('GET', `/api/public/menu/${slug}`),
    /** Reads the public menu at `slug`, now from one process, now from the other. */
    read(slug: string): Promise<Answer> {
      const [call, other] = readers as [Call, Call];
      readers.reverse();
      return (other ?? call)('GET', `/api/public/menu/${slug}`);
    },
    /** Signs a restaurant up, with one category and one item. */
    async signedUp() {
      const slug = `ada-${randomUUID()}`;
      const body = {
        name: 'Ada',
        email: `${slug}@example.com`,
        password: 'open sesame',
        restaurantName: 'Da Ada',
        slug,
      };
      const session = (await auth.call('POST', '/api/auth/signup', { body })).body;
      const { token } = session;
      const send = (call: Call) => (method: string, path: string, sent?: unknown) =>
        call(method, path, sent === undefined ? { token } : { token, body: sent });
      const toMenu = send(menu.call);
      const category = (await toMenu('POST', '/api/categories', { name: 'Pasta' })).body;
      const item = (await toMenu('POST', '/api/menu-items', { name: 'Carbonara', price: 0, categoryId: category.id }))
        .body;
      return {
        slug,
        token: token as string,
        tenantId: session.user.tenantId as string,
        toMenu,
        toAuth: send(auth.call),
        category,
        item,
      };
    },
  };
}

export type Services = Awaited<ReturnType<typeof startServices>>;
export type SignedUp = Awaited<ReturnType<Services['signedUp']>>;

/** Waits until every process has reached Redis and hears of changes: until the menu at `slug` comes from both memories. */
export const untilCached = ({ read }: Services, slug: string): Promise<void> =>
  vi.waitFor(
    async () => {
      for (const { headers } of [await read(slug), await read(slug)]) {
        if (headers.get('x-cache') !== 'memory') throw new Error(`comes from ${headers.get('x-cache')}`);
      }
    },
    { timeout: 10_000, interval: 20 },
  );

/** How long after its acknowledgement a write may be unseen, in milliseconds (README, the promise). */
export const PROMISE_MS = 250;

/** Reads the menu at `slug` until it shows what `isNew` looks for, for as long as the promise allows; then both readers must. */
export async function untilSeen({ read }: Services, slug: string, isNew: (answer: Answer) => boolean): Promise<Answer> {
  const until = performance.now() + PROMISE_MS;
  let answer = await read(slug);
  for (let shown = 0; shown < 4; answer = await read(slug)) {
    shown = isNew(answer) ? shown + 1 : 0;
    if (shown === 0 && performance.now() > until) throw new Error(`${slug} is still old`);
  }
  return answer;
}
