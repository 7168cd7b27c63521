import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tavola/test-kit/database.ts';
import { type Answer, type Call, inTurn, listenAsAgreed } from '@tavola/test-kit/http.ts';
import { provided } from '@tavola/test-kit/provided.ts';
import { keys, SERVICE_ENV } from '@tavola/test-kit/tokens.ts';
import { whileUncommitted } from '@tavola/test-kit/uncommitted.ts';
import type { Express } from 'express';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, vi } from 'vitest';
import { makeApp } from '../src/app.ts';
import { type Deps, makeDeps } from '../src/deps.ts';
import type { AuthEnv } from '../src/env.ts';
import type { Mail, Mailer } from '../src/mail/mailer.ts';
import type { TenantChange } from '../src/tenant/changed-addresses.ts';

interface Auth {
  app: Express;
  call: Call;
  database: TestDatabase;
  /** The service's own connection. */
  db: Deps['db'];
  /** The changes that were published so far. */
  published: TenantChange[];
}

/** The real auth service, on a database for the calling test file; `instead` replaces dependencies. */
export async function startAuth(settings: Partial<AuthEnv> = {}, instead: Partial<Deps> = {}): Promise<Auth> {
  const database = await testDatabase();
  const deps = makeDeps({
    ...SERVICE_ENV,
    DATABASE_URL: database.urlOf('auth'),
    REDIS_CACHE_URL: provided().redisUrl,
    JWT_PRIVATE_KEY: keys.privateKey,
    PASSWORD_MIN_LENGTH: 6,
    RATE_LIMIT_FACTOR: 100_000,
    TWO_FACTOR_KEY: 'a-two-factor-key-for-tests-of-32-characters',
    PUBLIC_ORIGIN: 'https://tavola.example',
    MAIL_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Tavola <no-reply@tavola.example>',
    ...settings,
  });
  afterAll(() => deps.close());
  // Subscribers would not notice that a write publishes nothing: the replicas do it, five seconds later.
  const published: TenantChange[] = [];
  const changePublisher: Deps['changePublisher'] = {
    ...deps.changePublisher,
    async publish(change) {
      await deps.changePublisher.publish(change);
      published.push(change);
    },
  };
  const makeReplica = () => makeApp({ ...deps, changePublisher, ...instead });
  const app = makeReplica();
  const replicas = [await listenAsAgreed(app), await listenAsAgreed(makeReplica())];
  const call = inTurn(...replicas.map((replica) => replica.call));
  return { app, call, database, db: deps.db, published };
}

/** Confirms the user's address, as the mailed link does. */
export const confirmAddress = (database: TestDatabase, userId: string) =>
  database.rows('UPDATE auth."user" SET email_confirmed_at = now() WHERE id = $1', [userId]);

let count = 0;

/** A valid sign-up body, with the fields of `change`. */
export function signupBody(change: Record<string, unknown> = {}): Record<string, unknown> {
  count += 1;
  return {
    name: 'Ada Conti',
    email: `ada${count}@example.com`,
    password: 'correct horse',
    restaurantName: 'Da Ada',
    slug: `da-ada-${count}`,
    ...change,
  };
}

/** Signs up; returns the response and its token. */
export async function signedUp(call: Call, change: Record<string, unknown> = {}): Promise<Answer & { token: string }> {
  const answer = await call('POST', '/api/auth/signup', { body: signupBody(change) });
  return { ...answer, token: answer.body.token };
}

/** Runs `act` while a kitchen device is set up in a transaction that is not committed yet. Returns whether it ended the device. */
export async function endsNewDevice(
  database: TestDatabase,
  { userId, tenantId }: { userId: string; tenantId: string },
  act: () => Promise<unknown>,
): Promise<boolean> {
  const id = randomUUID();
  const setUp = `WITH owner AS (SELECT id FROM auth."user" WHERE id = $2 FOR SHARE)
    INSERT INTO auth.kitchen_device (id, tenant_id, user_id, name, key_hash, pin_hash, expires_at)
    SELECT $1::uuid, $3, id, 'Pass', $1::text, '', now() + interval '1 day' FROM owner`;
  await whileUncommitted(database, setUp, [id, userId, tenantId], act);
  const ended = 'SELECT FROM auth.kitchen_device WHERE id = $1 AND ended_at IS NOT NULL';
  return (await database.rows(ended, [id])).length === 1;
}

/** A mailer that keeps the mails. */
export function recordMails() {
  const mails: Mail[] = [];
  const mailer: Mailer = { send: async (mail) => void mails.push(mail), close: () => {} };
  /** Waits until `count` mails to an address fit. */
  const mailsTo = (email: string, fits: (mail: Mail) => boolean, count = 1) =>
    vi.waitFor(
      () => {
        const found = mails.filter((mail) => mail.to === email && fits(mail));
        expect(found.length).toBe(count);
        return found as [Mail, ...Mail[]];
      },
      { timeout: 15_000, interval: 10 },
    );
  /** Waits for the `nth` mail with a link to `path`; returns its token. */
  const tokenTo = async (email: string, path: string, nth = 1) => {
    const found = await mailsTo(email, ({ text }) => text.includes(`/${path}#token=`), nth);
    return /#token=([\w-]+)/.exec(found.at(-1)?.text ?? '')?.[1] as string;
  };
  return { mails, mailer, mailsTo, tokenTo };
}

/** The code of an authenticator app with this secret, `steps` from now. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
