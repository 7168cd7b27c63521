import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@tavola/test-kit/http.ts';
import { expect, it, vi } from 'vitest';
import { HASHES_AT_ONCE } from '../../../services/auth/src/session/password.ts';
import { SIGN_IN_QUEUE } from '../../../services/auth/src/session/sign-in-queue.ts';
import { startSite } from '../harness/in-process.ts';
import { callsBy, newOwner } from './people.ts';

// @module-tag full
// Many people sign in at the same moment. The library's real hashing runs and is counted; a test may hold it up.

const hashing = vi.hoisted(() => ({ now: 0, most: 0, done: 0, gate: Promise.resolve() }));
vi.mock('@node-rs/argon2', async (load) => {
  const actual = await load<Record<'hash' | 'verify', (...args: unknown[]) => Promise<unknown>>>();
  const counted =
    (work: (...args: unknown[]) => Promise<unknown>) =>
    async (...args: unknown[]) => {
      hashing.now += 1;
      hashing.most = Math.max(hashing.most, hashing.now);
      try {
        await hashing.gate;
        return await work(...args);
      } finally {
        hashing.now -= 1;
        hashing.done += 1;
      }
    };
  return { ...actual, hash: counted(actual.hash), verify: counted(actual.verify) };
});

const AT_ONCE = 200;
const site = await startSite();
const owner = await newOwner(site);
const call = callsBy(site);
const signIn = (email: string, password: string, knownDevice?: string) =>
  call('POST', '/api/auth/login', { body: { email, password, knownDevice } });
/** As sent by somebody who has no account here, from one of 65,536 addresses. */
const strangersSignIn = () => signIn(`nobody-${randomUUID()}@example.com`, 'nothing');

/** Neither a crash nor a timeout; a refusal says when to come back. */
function expectAnswered(answers: readonly Answer[]): void {
  expect(answers.map(({ status }) => status).filter((status) => ![200, 401, 429, 503].includes(status))).toEqual([]);
  for (const { status, headers } of answers) {
    if (status === 429 || status === 503) expect(Number(headers.get('retry-after')), `${status}`).toBeGreaterThan(0);
  }
}

it(`${AT_ONCE} sign-ins at once are all answered, one core stays free of hashes, and menus go on`, async () => {
  // The first log-in creates the decoy hash for unknown addresses, once and outside of the queue.
  await call('POST', '/api/auth/login', { body: { email: 'nobody@example.com', password: 'nothing' } });
  const readMenu = async () => (await call('GET', `/api/public/menu/${owner.slug}`)).status;
  expect(await readMenu()).toBe(200);
  Object.assign(hashing, { most: 0, done: 0 });
  let isOver = false;
  const signIns = Promise.all(
    Array.from({ length: AT_ONCE }, (_, nth) =>
      call('POST', '/api/auth/login', {
        body:
          nth % 2 === 0
            ? { email: owner.email, password: owner.password }
            : { email: `nobody-${nth}@example.com`, password: 'nothing' },
      }),
    ),
  ).finally(() => {
    isOver = true;
  });
  let menus = 0;
  while (!isOver) {
    expect(await readMenu()).toBe(200);
    menus += 1;
  }
  const answers = await signIns;
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expectAnswered(answers);
  expect(count(200)).toBeGreaterThan(0);
  expect(count(401)).toBeGreaterThan(0);
  expect(menus).toBeGreaterThan(0);
  expect(hashing.most).toBeGreaterThan(0);
  expect(hashing.most).toBeLessThanOrEqual(Math.max(1, availableParallelism() - 1));
  // Requests that got a 503 were not hashed.
  expect(hashing.done).toBe(count(200) + count(401));
});

it('whoever is known waits behind no stranger, and every stranger is answered', async () => {
  const { knownDevice, token } = (await signIn(owner.email, owner.password)).body;
  const answers: Answer[] = [];
  let isOver = false;
  // Always more than may wait.
  const storm = Promise.all(
    Array.from({ length: 130 }, async () => {
      while (!isOver) answers.push(await strangersSignIn());
    }),
  );
  try {
    await vi.waitFor(() => expect(answers.some(({ status }) => status === 503)).toBe(true), { timeout: 20_000 });
    const passwords = { currentPassword: 'not this one', newPassword: 'correct horse 36' };
    const acts = [
      { status: 200, act: () => signIn(owner.email, owner.password, knownDevice) },
      {
        status: 200,
        act: () => call('POST', '/api/auth/two-factor/setup', { token, body: { password: owner.password } }),
      },
      { status: 400, act: () => call('POST', '/api/auth/password', { token, body: passwords }) },
    ];
    for (const { status, act } of acts) {
      const before = hashing.done;
      expect((await act()).status).toBe(status);
      // A hundred strangers waited before it came.
      expect(hashing.done - before).toBeLessThan(SIGN_IN_QUEUE.waiting);
    }
  } finally {
    isOver = true;
    await storm;
  }
  expectAnswered(answers);
  expect(answers.some(({ status }) => status === 401)).toBe(true);
});

it('nothing is hashed for clients that have left', async () => {
  // The first creates the decoy hash.
  await strangersSignIn();
  const opening = Promise.withResolvers<void>();
  Object.assign(hashing, { done: 0, gate: opening.promise });
  const leaving = new AbortController();
  const left = Array.from({ length: 20 }, (_, nth) =>
    fetch(`${site.urlOf('gateway')}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.0.${nth}` },
      body: JSON.stringify({ email: `left-${nth}@example.com`, password: 'nothing' }),
      signal: leaving.signal,
    }).catch(() => {}),
  );
  await vi.waitFor(() => expect(hashing.now).toBe(HASHES_AT_ONCE), { timeout: 20_000 });
  leaving.abort();
  await Promise.all(left);
  // The service learns of it over the network.
  await sleep(500);
  opening.resolve();
  expect((await strangersSignIn()).status).toBe(401);
  await vi.waitFor(() => expect(hashing.now).toBe(0), { timeout: 20_000 });
  expect(hashing.done).toBe(HASHES_AT_ONCE + 1);
});
