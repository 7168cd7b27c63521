import { type CalledBy, TOPOLOGY, type UrlSetting, urlSetting } from '@tavola/contracts/topology.ts';
import type { Metrics } from '@tavola/service-kit/observability/metrics.ts';
import { type TestDatabase, testDatabase } from '@tavola/test-kit/database.ts';
import { fakeService } from '@tavola/test-kit/fake-service.ts';
import { type Call, type Listening, listenAsAgreed } from '@tavola/test-kit/http.ts';
import { type OwnRedis, ownRedis } from '@tavola/test-kit/own-redis.ts';
import { SERVICE_ENV } from '@tavola/test-kit/tokens.ts';
import { afterAll } from 'vitest';
import { makeApp } from '../src/app.ts';
import { type Deps, makeDeps } from '../src/deps.ts';

export interface Admin {
  call: Call;
  /** The base URL. */
  url: string;
  metrics: Metrics;
  database: TestDatabase;
  redis: OwnRedis;
  deps: Deps;
  auth: Listening;
  menu: Listening;
  qr: Listening;
  /** The requests that admin sent to other services so far. */
  asked: string[];
}

/** The answer of a fake service to a path: JSON, undefined for 404, or a throw for 500. */
export type Answers = (path: string) => unknown;

const nothing: Answers = () => undefined;

/** What the operator of tests charges. */
export const PRICES = {
  plans: [{ name: 'Osteria', price: '$29 a month', includes: ['One restaurant'], link: '/signup' }],
};

type Called = CalledBy<'admin'>;

/** Starts admin on a database for the calling test file only, with fake services that answer this. */
export async function startAdmin(
  auth: Answers,
  menu: Answers,
  others: Partial<Record<Exclude<Called, 'auth' | 'menu'>, Answers>> = {},
): Promise<Admin> {
  const [database, redis] = await Promise.all([testDatabase(), ownRedis('queue')]);
  const asked: string[] = [];
  const noting = (answers: Answers) =>
    fakeService((path) => {
      asked.push(path);
      return answers(path);
    });
  const answers: Partial<Record<Called, Answers>> = { auth, menu, ...others };
  const started = await Promise.all(
    TOPOLOGY.admin.calls.map(async (name) => [name, await noting(answers[name] ?? nothing)] as const),
  );
  const fakes = Object.fromEntries(started) as Record<Called, Listening>;
  const urls = Object.fromEntries(started.map(([name, { url }]) => [urlSetting(name), url]));
  const deps = makeDeps({
    ...SERVICE_ENV,
    DATABASE_URL: database.urlOf('admin'),
    REDIS_QUEUE_URL: redis.url,
    ...(urls as Record<UrlSetting<Called>, string>),
    ADMIN_TWO_FACTOR: 'optional',
    PRICING: PRICES,
  });
  afterAll(() => deps.close());
  const { call, url } = await listenAsAgreed(makeApp(deps));
  return {
    call,
    url,
    metrics: deps.metrics,
    database,
    redis,
    deps,
    auth: fakes.auth,
    menu: fakes.menu,
    qr: fakes.qr,
    asked,
  };
}
