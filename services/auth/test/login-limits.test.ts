import { memoryCounter, sharedCounters } from '@tavola/service-kit/data/counters.ts';
import { closeRedis, makeRedis } from '@tavola/service-kit/data/redis.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { limitsTable } from '@tavola/test-kit/limits-table.ts';
import { provided } from '@tavola/test-kit/provided.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { LOGIN_LIMITS, limitedLogin } from '../src/session/login-limits.ts';
import { SIGN_IN_QUEUE } from '../src/session/sign-in-queue.ts';
import { signedUp, startAuth } from './setup.ts';

const log = makeLog('test', 'silent');
const redis = makeRedis(provided().redisUrl, 'login-limits', log);
afterAll(() => closeRedis(redis));
// Counts in Redis as in production, but with a long timeout: a slow machine must not switch to counting in memory.
const { call } = await startAuth({}, { limitedLogin: limitedLogin(sharedCounters(redis, log, 10_000)) });
let host = 0;
/** An unused address. */
const newAddress = () => `198.51.${100 + Math.floor(host / 250)}.${(host++ % 250) + 1}`;
const logIn = (email: string, password: string, knownDevice?: unknown, address = newAddress()) =>
  call('POST', '/api/auth/login', { body: { email, password, knownDevice }, headers: { 'x-forwarded-for': address } });
const PASSWORD = 'correct horse';
/** An attempt to guess a password, for tests without HTTP. */
const wrong = () => Promise.reject(new Problem('invalid-credentials', 'no'));
const STRANGER = { account: 'a', address: 'here', knownDevice: null };
const fail = async (email: string, times: number, knownDevice?: string) => {
  const statuses: number[] = [];
  for (let at = 0; at < times; at++) statuses.push((await logIn(email, 'not this one', knownDevice)).status);
  return statuses;
};

describe('failed sign-ins to an account', () => {
  it('make unknown devices wait after the fifth, from any address and with any password; a known device does not wait', async () => {
    const { body } = await signedUp(call, { email: 'limit@example.com', password: PASSWORD });
    expect(await fail('limit@example.com', 5)).toEqual([401, 401, 401, 401, 401]);
    const refused = await logIn('LIMIT@example.com', PASSWORD);
    expectProblem(refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    expect(refused.body.detail).toMatch(/^Too many failed sign-in attempts\. Please try again in /);
    const known = await logIn('limit@example.com', PASSWORD, body.knownDevice);
    expect(known.status).toBe(200);
    const other = await signedUp(call, { email: 'limit-too@example.com', password: PASSWORD });
    const marks = `${other.body.knownDevice} ${known.body.knownDevice}`;
    expect((await logIn('limit@example.com', PASSWORD, marks)).status).toBe(200);
    // The owner's success must not reset the strangers' failures.
    expectProblem(await logIn('limit@example.com', PASSWORD), 429);
    expect((await logIn('limit@example.com', PASSWORD, known.body.knownDevice)).status).toBe(200);
  });

  it('are limited for a known device, too, which delays no other device', async () => {
    const { body } = await signedUp(call, { email: 'device@example.com', password: PASSWORD });
    expect(await fail('device@example.com', 5, body.knownDevice)).toEqual([401, 401, 401, 401, 401]);
    expectProblem(await logIn('device@example.com', PASSWORD, body.knownDevice), 429);
    expect((await logIn('device@example.com', PASSWORD)).status).toBe(200);
  });

  it('are forgotten after a successful sign-in', async () => {
    await signedUp(call, { email: 'success@example.com', password: PASSWORD });
    for (let round = 0; round < 3; round++) {
      expect(await fail('success@example.com', 3)).toEqual([401, 401, 401]);
      expect((await logIn('success@example.com', PASSWORD)).status).toBe(200);
    }
    // A success is no credit for further failures.
    expect(await fail('success@example.com', 6)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('are counted alike for an e-mail address without an account', async () => {
    expect(await fail('nobody-here@example.com', 6)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('are limited to a few in parallel', async () => {
    await signedUp(call, { email: 'burst@example.com', password: PASSWORD });
    const statuses = (await Promise.all(Array.from({ length: 40 }, () => fail('burst@example.com', 1)))).flat();
    expect(statuses.filter((status) => status === 401).length).toBe(5);
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  });

  it.each([
    ['of another account', (mark: string) => mark],
    ['that was made up', () => 'device.mark'],
    ['that is none', () => 7],
  ])('are those of an unknown device with the cookie %s', async (what, change) => {
    const email = `mark-${what.replaceAll(' ', '-')}@example.com`;
    const other = await signedUp(call, { email: `other-${email}`, password: PASSWORD });
    await signedUp(call, { email, password: PASSWORD });
    await fail(email, 5);
    expectProblem(await logIn(email, PASSWORD, change(other.body.knownDevice)), 429);
  });
});

describe('failed sign-ins from an address', () => {
  it('make unknown devices wait after the hundredth; a success resets nothing, and a known device may sign in', async () => {
    const login = limitedLogin((_name, seconds) => memoryCounter(seconds));
    const trier = (account: string, knownDevice: string | null = null) => ({ account, address: 'here', knownDevice });
    for (let at = 0; at < 99; at++) await login(trier(`a-${at}`), wrong).catch(() => {});
    expect(await login(trier('own'), async () => 'in')).toBe('in');
    await expect(login(trier('b'), wrong)).rejects.toMatchObject({ code: 'invalid-credentials' });
    await expect(login(trier('c'), async () => 'in')).rejects.toMatchObject({ code: 'too-many-requests' });
    expect(await login(trier('c', 'device'), async () => 'in')).toBe('in');
    expect(await login({ ...trier('c'), address: 'there' }, async () => 'in')).toBe('in');
  });
});

describe('failed sign-ins from an IPv6 network', () => {
  it('make its unknown devices wait, from whichever /64, after as many as of sixteen', async () => {
    const login = limitedLogin((_name, seconds) => memoryCounter(seconds));
    const trier = (nth: number, network = '2001:db8:1') => ({
      account: `a-${nth}`,
      address: `${network}:${nth.toString(16)}::1`,
      knownDevice: null,
    });
    for (let nth = 1; nth <= LOGIN_LIMITS.network.failures; nth++) {
      await expect(login(trier(nth), wrong)).rejects.toMatchObject({ code: 'invalid-credentials' });
    }
    await expect(login(trier(2_001), async () => 'in')).rejects.toMatchObject({ code: 'too-many-requests' });
    expect(await login({ ...trier(2_002), knownDevice: 'device' }, async () => 'in')).toBe('in');
    expect(await login(trier(2_003, '2001:db8:2'), async () => 'in')).toBe('in');
    expect(await login({ ...trier(2_004), address: '203.0.113.7' }, async () => 'in')).toBe('in');
  });
});

describe('the wait', () => {
  it('grows with each failure, to a quarter of an hour', async () => {
    const waits: number[] = [];
    const login = limitedLogin((name, seconds) => {
      const counter = memoryCounter(seconds);
      if (!name.startsWith('log-in-wait:account')) return counter;
      return {
        ...counter,
        async add(_key, _by, lasting) {
          waits.push(lasting as number);
          return { used: 1, msLeft: 0 };
        },
        get: async () => null,
      };
    });
    for (let at = 0; at < 12; at++) {
      await login({ account: 'a', address: `${at}`, knownDevice: null }, wrong).catch(() => {});
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('does not grow with parallel attempts that are refused', async () => {
    const waits: number[] = [];
    let isTaken = false;
    const login = limitedLogin((name, seconds) => {
      const counter = memoryCounter(seconds);
      if (!name.startsWith('log-in-wait:account')) return counter;
      return {
        ...counter,
        async add(_key, _by, lasting) {
          if (!isTaken) waits.push(lasting as number);
          return { used: isTaken ? 2 : 1, msLeft: 0 };
        },
        get: async () => null,
      };
    });
    const attempts = async (times: number) => {
      for (let at = 0; at < times; at++) await login(STRANGER, wrong).catch(() => {});
    };
    await attempts(5);
    isTaken = true;
    await attempts(3);
    isTaken = false;
    await attempts(1);
    expect(waits).toEqual([30, 60]);
  });

  it('ends when its time is over, not when the failures before it are forgotten', async () => {
    let isForgotten = false;
    const login = limitedLogin((name, seconds) => {
      const counter = memoryCounter(seconds);
      if (name !== 'log-in:account') return counter;
      return { ...counter, add: async (key, by) => (isForgotten ? { used: 1, msLeft: 0 } : counter.add(key, by)) };
    });
    for (let at = 0; at < 5; at++) await login(STRANGER, wrong).catch(() => {});
    isForgotten = true;
    await expect(login(STRANGER, async () => 'in')).rejects.toMatchObject({ code: 'too-many-requests' });
  });

  it('comes after twice as many failures with a factor of 2', async () => {
    const login = limitedLogin((_name, seconds) => memoryCounter(seconds), 2);
    for (let at = 0; at < 10; at++) {
      await expect(login(STRANGER, wrong)).rejects.toMatchObject({ code: 'invalid-credentials' });
    }
    await expect(login(STRANGER, wrong)).rejects.toMatchObject({ code: 'too-many-requests' });
  });

  it('is lifted for unknown devices, and for them alone, once the account is forgiven', async () => {
    const login = limitedLogin((_name, seconds) => memoryCounter(seconds));
    const known = { ...STRANGER, knownDevice: 'device' };
    for (const trier of [STRANGER, known]) {
      for (let at = 0; at < 5; at++) await login(trier, wrong).catch(() => {});
      await expect(login(trier, async () => 'in')).rejects.toMatchObject({ code: 'too-many-requests' });
    }
    await login.forgive(STRANGER.account);
    expect(await login(STRANGER, async () => 'in')).toBe('in');
    await expect(login(known, async () => 'in')).rejects.toMatchObject({ code: 'too-many-requests' });
  });

  it('ends with an attempt that reveals nothing about the password, and does not grow by it', async () => {
    const login = limitedLogin((_name, seconds) => memoryCounter(seconds));
    for (let at = 0; at < 4; at++) await login(STRANGER, wrong).catch(() => {});
    for (let at = 0; at < 3; at++) {
      const unavailable = login(STRANGER, () => Promise.reject(new Problem('unavailable', 'no')));
      await expect(unavailable).rejects.toMatchObject({ code: 'unavailable' });
    }
    await expect(login(STRANGER, wrong)).rejects.toMatchObject({ code: 'invalid-credentials' });
    const refused = await login(STRANGER, wrong).catch((error) => error);
    expect(refused).toMatchObject({ code: 'too-many-requests' });
    expect(refused.retryAfter).toBeLessThanOrEqual(30);
  });

  it('is not for errors that are no Problem', async () => {
    const login = limitedLogin((_name, seconds) => memoryCounter(seconds));
    const error = Object.assign(new Error('no'), { code: 'invalid-credentials' });
    for (let at = 0; at < 10; at++) await expect(login(STRANGER, () => Promise.reject(error))).rejects.toBe(error);
  });

  it('is not for attempts that reveal nothing about the password', async () => {
    const login = limitedLogin((_name, seconds) => memoryCounter(seconds));
    for (const code of ['unavailable', 'account-suspended', 'two-factor-required'] as const) {
      for (let at = 0; at < 10; at++) {
        await expect(login(STRANGER, () => Promise.reject(new Problem(code, 'no')))).rejects.toMatchObject({ code });
      }
    }
    for (let at = 0; at < 5; at++) {
      const refused = login(STRANGER, () => Promise.reject(new Problem('two-factor-invalid', 'no')));
      await expect(refused).rejects.toMatchObject({ code: 'two-factor-invalid' });
    }
    await expect(login(STRANGER, async () => 'in')).rejects.toMatchObject({ code: 'too-many-requests' });
  });
});

it('docs/limits.md shows how many sign in at once', () => {
  const { waiting, waitMs } = SIGN_IN_QUEUE;
  expect(limitsTable('sign-ins')).toEqual([
    `| Waiting, of those known and of strangers each | ${waiting} |`,
    `| The wait | ${waitMs / 1_000} s |`,
    '| Hashes at once | one fewer than cores, 1 to 3 |',
  ]);
});

it('docs/limits.md shows these limits', () => {
  const hours = (seconds: number) => (seconds === 3600 ? '1 hour' : `${seconds / 3600} hours`);
  const rows = Object.values(LOGIN_LIMITS).map(
    ({ what, failures, seconds }) => `| ${what} | ${failures.toLocaleString('en')} | ${hours(seconds)} |`,
  );
  expect(limitsTable('failed sign-ins')).toEqual(rows);
});
