import type { Metrics } from '@tavola/service-kit/observability/metrics.ts';
import { type TestDatabase, testDatabase } from '@tavola/test-kit/database.ts';
import { fakeService } from '@tavola/test-kit/fake-service.ts';
import { type Call, type Listening, listenAsAgreed } from '@tavola/test-kit/http.ts';
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

/** Starts admin on a database for the calling test file only, with fake services that answer this. */
export async function startAdmin(
  auth: Answers,
  menu: Answers,
  { qr = nothing, media = nothing, analytics = nothing }: { qr?: Answers; media?: Answers; analytics?: Answers } = {},
): Promise<Admin> {
  const database = await testDatabase();
  const asked: string[] = [];
  const noting = (answers: Answers) =>
    fakeService((path) => {
      asked.push(path);
      return answers(path);
    });
  const [authThere, menuThere, publicMenu, qrThere, mediaThere, analyticsThere] = await Promise.all([
    noting(auth),
    noting(menu),
    noting(nothing),
    noting(qr),
    noting(media),
    noting(analytics),
  ]);
  const deps = makeDeps({
    ...SERVICE_ENV,
    DATABASE_URL: database.urlOf('admin'),
    AUTH_URL: authThere.url,
    MENU_URL: menuThere.url,
    PUBLIC_MENU_URL: publicMenu.url,
    QR_URL: qrThere.url,
    MEDIA_URL: mediaThere.url,
    ANALYTICS_URL: analyticsThere.url,
    ADMIN_TWO_FACTOR: 'optional',
  });
  afterAll(() => deps.close());
  const { call, url } = await listenAsAgreed(makeApp(deps));
  return { call, url, metrics: deps.metrics, database, deps, auth: authThere, menu: menuThere, qr: qrThere, asked };
}
