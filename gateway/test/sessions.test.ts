import { randomUUID } from 'node:crypto';
import type { SessionEnds } from '@tavola/contracts/auth.ts';
import { makeServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { type Logger, makeLog } from '@tavola/service-kit/observability/log.ts';
import { fakeService } from '@tavola/test-kit/fake-service.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { badTokens, person, SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ROUTES } from '../src/routes.ts';
import { pollSessions } from '../src/sessions.ts';
import { startGateway } from './setup.ts';

/** A fake of auth's list of ended sessions, and a gateway that reads it. */
async function started({
  pageSize = 1_000,
  isAway = false,
  log = makeLog('gateway', 'silent'),
}: {
  pageSize?: number;
  isAway?: boolean;
  log?: Logger;
} = {}) {
  const list = { ends: [] as SessionEnds['ends'], last: 0, isAway, asked: [] as number[] };
  const auth = await fakeService((path) => {
    if (list.isAway) throw new Error('away');
    const after = Number(/^\/internal\/session-ends\?after=(\d+)$/.exec(path)?.[1]);
    list.asked.push(after);
    return { ends: list.ends.filter(({ seq }) => seq > after).slice(0, pageSize), last: list.last };
  });
  const sessions = pollSessions(
    makeServiceClient({ name: 'auth', url: auth.url, serviceToken: SERVICE_TOKEN, timeoutMs: 1_000 }),
    log,
  );
  afterAll(() => sessions.close());
  const gateway = await startGateway({ sessions });
  const end = (sid: string, exp = Math.floor(Date.now() / 1000) + 600) => {
    list.last += 1;
    list.ends.push({ seq: list.last, sid, exp });
  };
  const statusOf = async (token: string) => (await gateway.call('GET', '/api/tenant', { token })).status;
  return { ...gateway, list, sessions, end, statusOf };
}

const untilSeen = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 20 });

describe('an ended session', () => {
  it('is refused on every route that is not public, and reaches no service; others still work', async () => {
    const { call, end, seen, statusOf } = await started();
    const [gone, here] = [person({ role: 'admin', tenantId: null, mfa: true }), person()];
    expect(await untilKnown(() => statusOf(gone.token))).toBe(200);
    end(gone.sid);
    await untilSeen(async () => expect(await statusOf(gone.token)).toBe(401));
    const before = seen.length;
    for (const { path } of ROUTES.filter(({ who }) => who !== 'anyone')) {
      const answer = await call('GET', path.endsWith('/') ? `${path}x` : path, { token: gone.token });
      expectProblem(answer, 401);
      expect(answer.body.detail).toBe('Your session has ended. Please sign in again.');
    }
    expect(seen.length).toBe(before);
    expect(await statusOf(here.token)).toBe(200);
    expect((await call('GET', '/api/public/menu/demo', { token: gone.token })).status).toBe(200);
  });

  it('is known from the start if it ended before, over several pages', async () => {
    const { call, end, list, statusOf } = await started({ pageSize: 3, isAway: true });
    const gone = Array.from({ length: 10 }, () => person());
    for (const { sid } of gone) end(sid);
    list.isAway = false;
    await untilSeen(async () => expect(await statusOf(person().token)).toBe(200));
    expect(await Promise.all(gone.map(({ token }) => statusOf(token)))).toEqual(gone.map(() => 401));
    expect(list.asked.slice(0, 5)).toEqual([0, 3, 6, 9, 10]);
    expect((await call('GET', '/api/tenant', { token: gone[0]?.token ?? '' })).status).toBe(401);
  });

  it('stays refused while auth is down, and other sessions stay open', async () => {
    const { end, list, statusOf } = await started();
    const [gone, here] = [person(), person()];
    end(gone.sid);
    await untilSeen(async () => expect(await statusOf(gone.token)).toBe(401));
    list.isAway = true;
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect([await statusOf(gone.token), await statusOf(here.token)]).toEqual([401, 200]);
    // The gateway learns of a session that ends at the moment auth comes back.
    end(here.sid);
    list.isAway = false;
    await untilSeen(async () => expect(await statusOf(here.token)).toBe(401));
  });

  it('is forgotten once its token has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { end, statusOf, sessions } = await started();
      const [gone, longer] = [person(), person()];
      end(longer.sid, Math.floor(Date.now() / 1000) + 3_600);
      end(gone.sid);
      await untilSeen(async () => expect(await statusOf(gone.token)).toBe(401));
      const access = {
        ...person(),
        sub: randomUUID(),
        role: 'owner' as const,
        mfa: false,
        mayDeclare: false,
        exp: 0,
        sid: gone.sid,
      };
      expect(() => sessions.mustBeOpen(access)).toThrow('has ended');
      vi.setSystemTime(Date.now() + 700_000);
      await untilSeen(async () => expect(() => sessions.mustBeOpen(access)).not.toThrow());
      expect(await statusOf(gone.token)).toBe(401);
      expect(() => sessions.mustBeOpen({ ...access, sid: longer.sid })).toThrow('has ended');
    } finally {
      vi.useRealTimers();
    }
  });

  it('is known after a restore of the database, where numbers start again', async () => {
    const { end, list, statusOf } = await started();
    for (let n = 0; n < 5; n++) end(randomUUID());
    await untilSeen(async () => expect(list.asked).toContain(5));
    const gone = person();
    Object.assign(list, { ends: [], last: 1 });
    end(gone.sid);
    await untilSeen(async () => expect(await statusOf(gone.token)).toBe(401));
  });
});

describe('a gateway that has never reached auth', () => {
  it('answers 503 with Retry-After to signed-in users, and serves public routes', async () => {
    const { call, list, seen } = await started({ isAway: true });
    const answer = await call('GET', '/api/categories', { token: person().token });
    expectProblem(answer, 503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect((await call('GET', '/api/public/menu/demo')).status).toBe(200);
    expect((await call('POST', '/api/auth/login', { body: {} })).status).toBe(200);
    expect(seen.map(({ service }) => service)).toEqual(['public-menu', 'auth']);
    for (const token of Object.values(badTokens())) {
      expectProblem(await call('GET', '/api/categories', { token }), 401);
    }
    list.isAway = false;
    await untilSeen(async () =>
      expect((await call('GET', '/api/categories', { token: person().token })).status).toBe(200),
    );
  });
});

describe('the list of ended sessions', () => {
  it('is known once auth was read, and polled until it is closed', async () => {
    const { list, sessions } = await started({ isAway: true });
    list.isAway = false;
    await sessions.known;
    await sessions.close();
    const asked = list.asked.length;
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(list.asked.length).toBe(asked);
  });

  it('logs an outage of auth once, and its end', { tags: 'full' }, async () => {
    const log = { info: vi.fn(), warn: vi.fn() };
    const { list } = await started({ log: log as unknown as Logger });
    for (const isAway of [false, true, false]) {
      const answers = list.asked.length;
      list.isAway = isAway;
      if (isAway) {
        await untilSeen(async () => expect(log.warn).toHaveBeenCalled());
        // For some more attempts.
        await new Promise((resolve) => setTimeout(resolve, 1_200));
      } else await untilSeen(async () => expect(list.asked.length).toBeGreaterThan(answers + 1));
    }
    expect(log.warn.mock.calls).toEqual([[{ err: expect.any(Error) }, 'ended sessions not read from auth']]);
    expect(log.info.mock.calls).toEqual([['ended sessions are read from auth again']]);
  });
});

/** The status once the gateway knows which sessions are ended. */
async function untilKnown(statusOf: () => Promise<number>): Promise<number> {
  await untilSeen(async () => expect(await statusOf()).not.toBe(503));
  return statusOf();
}
