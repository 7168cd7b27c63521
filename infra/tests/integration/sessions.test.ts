import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { describe, expect, it } from 'vitest';
import { startGateways, startServices } from './setup.ts';

// Gateways reject tokens after a log-out, a new password or a suspension: real services, real database.

const redis = await ownRedis();
const { call, statuses, expectRefusedInTime, person } = await startGateways(await startServices(redis.url));

describe('within a second of its acknowledgement, on every gateway,', () => {
  it('a log-out everywhere is known, of remembered devices too [P7]', async () => {
    const { token, newToken } = await person();
    const tokens = [token, await newToken(), await newToken({ rememberMe: true })];
    expect((await call('POST', '/api/auth/logout-everywhere', { token })).status).toBe(204);
    await Promise.all(tokens.map((one) => expectRefusedInTime(one)));
  });

  it('a new password has ended the other sessions, and the one it was set in goes on', async () => {
    const { token, newToken } = await person();
    const other = await newToken();
    const body = { currentPassword: 'open sesame', newPassword: 'closed sesame' };
    expect((await call('POST', '/api/auth/password', { token, body })).status).toBe(200);
    await expectRefusedInTime(other);
    expect(await statuses(token)).toEqual([200, 200]);
  });

  it('many ends at once are all known', async () => {
    const { newToken } = await person();
    const tokens: string[] = [];
    for (let n = 0; n < 2; n++) tokens.push(...(await Promise.all(Array.from({ length: 10 }, () => newToken()))));
    expect(await statuses(tokens[0] as string)).toEqual([200, 200]);
    await Promise.all(tokens.map((token) => call('POST', '/api/auth/logout', { token })));
    for (const token of tokens) await expectRefusedInTime(token);
  });
});

describe('an ended session stays ended', () => {
  it('with Redis emptied, gone and back: it has no part in this [P7]', async () => {
    const { token, newToken } = await person();
    const other = await newToken();
    await call('POST', '/api/auth/logout', { token });
    await expectRefusedInTime(token);
    await redis.stop();
    expect(await statuses(token)).toEqual([401, 401]);
    await call('POST', '/api/auth/logout', { token: other });
    await expectRefusedInTime(other);
    await redis.start();
    expect([await statuses(token), await statuses(other)].flat()).toEqual([401, 401, 401, 401]);
  });
});
