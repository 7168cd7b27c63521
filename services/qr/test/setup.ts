import { setTimeout as sleep } from 'node:timers/promises';
import type { InternalTenant } from '@tavola/contracts/auth.ts';
import type { MenuChanges } from '@tavola/contracts/history.ts';
import { type TestDatabase, testDatabase } from '@tavola/test-kit/database.ts';
import { aTenant } from '@tavola/test-kit/entities.ts';
import { fakeService } from '@tavola/test-kit/fake-service.ts';
import { type Answer, type Call, inTurn, type Listening, listenAsAgreed } from '@tavola/test-kit/http.ts';
import { type OwnRedis, ownRedis } from '@tavola/test-kit/own-redis.ts';
import { person, SERVICE_ENV } from '@tavola/test-kit/tokens.ts';
import { afterAll } from 'vitest';
import { makeApp } from '../src/app.ts';
import { type Deps, makeDeps } from '../src/deps.ts';
import { startWorker } from '../src/start-worker.ts';

export const PUBLIC_ORIGIN = 'https://menus.example';

/** A restaurant as auth returns it, and its owner's token. */
export interface Owner {
  tenant: InternalTenant;
  userId: string;
  token: string;
}

export interface Qr {
  call: Call;
  /** The base URL. */
  url: string;
  database: TestDatabase;
  /** A Redis for this test file's queue only: another file's worker would draw for another database. */
  redis: OwnRedis;
  /** The fake auth that qr uses. */
  auth: Listening;
  /**
   * The fake menu; every restaurant's menu has the version `version`, and as many other prices as versions since another one. It answers
   * after `answersAfterMs`.
   */
  menu: Listening & { version: number; answersAfterMs: number };
  deps: Deps;
  /** Adds a restaurant to auth, with `change` applied; later changes to `tenant` take effect in auth. */
  owner(change?: Partial<InternalTenant>): Owner;
  /** Requests the owner's code. */
  code(owner: Owner): Promise<Answer>;
  /** Starts a worker. */
  startWorker(): Worker;
}

export interface Worker {
  close(): Promise<void>;
}

/** Starts qr, without a worker, on a database and a Redis for the calling test file only. */
export async function startQr(): Promise<Qr> {
  const [database, redis] = await Promise.all([testDatabase(), ownRedis('queue')]);
  const tenants = new Map<string, InternalTenant>();
  const auth = await fakeService((path) => tenants.get(path.replace('/internal/tenants/', '')));
  const menu = Object.assign(
    await fakeService(async (path) => {
      await sleep(menu.answersAfterMs);
      const [, versions] = /^\/internal\/menus\/[^/]+\/changes\?since=([\d,]+)$/.exec(decodeURIComponent(path)) ?? [];
      return versions?.split(',').map(Number).map(changesSince);
    }),
    { version: 7, answersAfterMs: 0 },
  );
  const changesSince = (since: number): MenuChanges => ({
    since,
    now: menu.version,
    isKnown: true,
    prices: menu.version - since,
    gone: 0,
    added: 0,
    soldOut: 0,
    choicesGone: 0,
    choicesSoldOut: 0,
  });
  const env = {
    ...SERVICE_ENV,
    DATABASE_URL: database.urlOf('qr'),
    REDIS_QUEUE_URL: redis.url,
    AUTH_URL: auth.url,
    MENU_URL: menu.url,
    PUBLIC_ORIGIN,
  };
  const deps = makeDeps(env);
  // Registered here, not in `startWorker`: a hook registered during a test never runs at the end of the file.
  const workers: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of workers) await close();
    await deps.close();
  });
  const replicas = [await listenAsAgreed(makeApp(deps)), await listenAsAgreed(makeApp(deps))] as const;
  const [{ url }] = replicas;
  const signedIn = inTurn(...replicas.map((replica) => replica.call));
  // Each process remembers for itself where printed codes lead.
  const call: Call = (method, path, sent) => (sent?.token ? signedIn : replicas[0].call)(method, path, sent);
  return {
    call,
    url,
    database,
    redis,
    auth,
    menu,
    deps,
    owner(change = {}) {
      const tenant = { ...aTenant(), version: 1, ...change };
      tenants.set(tenant.id, tenant);
      const { token, userId } = person({ tenantId: tenant.id });
      return { tenant, userId, token };
    },
    code: ({ token }) => call('GET', '/api/qr-code', { token }),
    startWorker() {
      const worker = startWorker(env);
      let closing: Promise<void> | undefined;
      const close = () => {
        closing ??= worker.close();
        return closing;
      };
      workers.push(close);
      return { close };
    },
  };
}
