import { type TestDatabase, testDatabase } from '@tavola/test-kit/database.ts';
import { fakeService } from '@tavola/test-kit/fake-service.ts';
import { type Answer, type Call, inTurn, listenAsAgreed, type Sent } from '@tavola/test-kit/http.ts';
import { provided } from '@tavola/test-kit/provided.ts';
import { person, SERVICE_ENV } from '@tavola/test-kit/tokens.ts';
import { whenNotBusy } from '@tavola/test-kit/when-not-busy.ts';
import { afterAll } from 'vitest';
import { makeApp } from '../src/app.ts';
import { type Deps, makeDeps } from '../src/deps.ts';
import type { MenuEnv } from '../src/env.ts';

export interface Menu {
  call: Call;
  database: TestDatabase;
  deps: Deps;
  /** The ids of users whose address is unconfirmed, as the fake auth says. */
  unconfirmed: Set<string>;
}

/** The real menu service, on a database for the calling test file. */
export async function startMenu(
  settings: Partial<MenuEnv> = {},
  options: Parameters<typeof makeDeps>[1] = {},
): Promise<Menu> {
  const database = await testDatabase();
  // Ids of sizes and options are larger than an integer can hold.
  await database.rows(`SELECT setval('menu.choice_id', 5000000000)`);
  const unconfirmed = new Set<string>();
  const auth = await fakeService((path) => ({
    isEmailConfirmed: !unconfirmed.has(path.replace('/internal/users/', '')),
  }));
  const deps = makeDeps(
    {
      ...SERVICE_ENV,
      DATABASE_URL: database.urlOf('menu'),
      AUTH_URL: auth.url,
      REDIS_CACHE_URL: provided().redisUrl,
      AI_DAILY_TOKENS: 10_000,
      AI_TOTAL_DAILY_TOKENS: 1_000_000,
      AI_ANSWER_TOKENS: 4_000,
      ...settings,
    },
    options,
  );
  afterAll(() => deps.close());
  const replicas = [await listenAsAgreed(makeApp(deps)), await listenAsAgreed(makeApp(deps))];
  const call = inTurn(...replicas.map((replica) => replica.call));
  return { call, database, deps, unconfirmed };
}

/** The owner of a new restaurant, with actions on its menu. */
export interface Owner {
  tenantId: string;
  userId: string;
  token: string;
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Adds a category; returns it as in the response. */
  category(fields?: Record<string, unknown>): Promise<Answer['body']>;
  /** Adds an item, by default in a new category; returns it as in the response. */
  item(fields?: Record<string, unknown>): Promise<Answer['body']>;
  categories(): Promise<Answer['body']>;
  items(): Promise<Answer['body']>;
  /** The menu's version; 0 before the first write. */
  version(): Promise<number>;
}

export function makeOwner({ call, database }: Pick<Menu, 'call' | 'database'>): Owner {
  const { token, tenantId, userId } = person() as { token: string; tenantId: string; userId: string };
  const send = (method: string, path: string, body?: unknown) => {
    const sent: Sent = body === undefined ? { token } : { token, body };
    return call(method, path, sent);
  };
  const added = async (path: string, body: unknown) => {
    const answer = await whenNotBusy(() => send('POST', path, body));
    if (answer.status !== 201) throw new Error(`POST ${path} gave ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const owner: Owner = {
    tenantId,
    userId,
    token,
    send,
    category: (fields = {}) => added('/api/categories', { name: 'Pasta', ...fields }),
    async item(fields = {}) {
      const categoryId = fields.categoryId ?? (await owner.category()).id;
      return added('/api/menu-items', { name: 'Carbonara', price: 13.5, categoryId, ...fields });
    },
    categories: async () => (await send('GET', '/api/categories')).body,
    items: async () => (await send('GET', '/api/menu-items')).body,
    async version() {
      const [row] = await database.rows<{ version: number }>(
        'SELECT version FROM menu.menu_version WHERE tenant_id = $1',
        [tenantId],
      );
      return row?.version ?? 0;
    },
  };
  return owner;
}
