import { randomUUID } from 'node:crypto';
import { sessionList } from '@tavola/contracts/auth.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { DEVICE_DAYS, kitchenDevices, newDevice, PIN_TRIES, switchedSession } from '@tavola/contracts/team.ts';
import { tokenCheck } from '@tavola/service-kit/http/access.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import type { Answer } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE, keys } from '@tavola/test-kit/tokens.ts';
import { whileUncommitted } from '@tavola/test-kit/uncommitted.ts';
import { describe, expect, it, vi } from 'vitest';
import { sweepDevices } from '../src/kitchen-device/device-store.ts';
import { isGuessablePin } from '../src/kitchen-device/guessable-pin.ts';
import { sweepSessions } from '../src/session/session-store.ts';
import { endsNewDevice, signedUp, startAuth } from './setup.ts';

const lines: string[] = [];
const log = makeLog('auth', 'info', { write: (line: string) => void lines.push(line) });
const { call, database, db } = await startAuth({}, { log });
const claimsOf = tokenCheck(keys.publicKey);
const PIN = '2580';
const PASSWORD = 'open sesame';

/** An owner with a restaurant. */
async function owner() {
  const email = `${randomUUID()}@example.com`;
  const { token, body } = await signedUp(call, { email, password: PASSWORD, slug: `k-${randomUUID().slice(0, 8)}` });
  const logIn = async (): Promise<string> =>
    (await call('POST', '/api/auth/login', { body: { email, password: PASSWORD } })).body.token;
  return { token, logIn, userId: body.user.id as string, tenantId: body.user.tenantId as string };
}

const setUp = (token: string, body: object = { name: 'Pass', pin: PIN }, key?: string) =>
  call('POST', '/api/team/devices', { token, body, ...(key && { headers: { 'idempotency-key': key } }) });
const unlock = (key: string, pin = PIN) => call('POST', '/api/auth/unlock', { body: { key, pin } });
const me = (token: string) => call('GET', '/api/auth/me', { token });
const list = (token: string) => call('GET', '/api/team/devices', { token });

/** An owner, signed in elsewhere, with a kitchen device. */
async function kitchen() {
  const who = await owner();
  const device = newDevice.parse((await setUp(await who.logIn())).body);
  return { ...who, device, key: device.key };
}

const codeOf = ({ status, body }: Answer) => (status === 200 ? 'open' : body.type.replace('urn:tavola:problem:', ''));
const ALL_BUT_ONE = PIN_TRIES - 1;

describe('setting up a kitchen device', () => {
  it('gives a key that is stored as a hash, and a session of staff for 12 hours; the own one ends', async () => {
    const { token, userId, tenantId, logIn } = await owner();
    const answer = await setUp(token, { name: ' Pass ', pin: '２５８０' });
    expect(answer.status).toBe(201);
    expect(newDevice.parse(answer.body)).toEqual(answer.body);
    const { id, key, token: own, user } = newDevice.parse(answer.body);
    expect(user).toMatchObject({ id: userId, tenantId, role: 'staff', mayDeclare: false });
    const { exp, ...claims } = claimsOf(own);
    expect(claims).toMatchObject({
      sub: userId,
      tenantId,
      role: 'staff',
      mfa: false,
      mayDeclare: false,
      onDevice: true,
    });
    expect(claimsOf(token)).not.toHaveProperty('onDevice');
    expect(Math.round((exp - Date.now() / 1000) / 3600)).toBe(12);
    expect([(await me(token)).status, (await me(own)).status]).toEqual([401, 200]);
    const [row] = await database.rows('SELECT * FROM auth.kitchen_device WHERE id = $1', [id]);
    expect(JSON.stringify(row)).not.toContain(key);
    expect(row?.pin_hash).toMatch(/^\$argon2id\$/);
    expect(Math.round((Number(row?.expires_at) - Date.now()) / 86_400_000)).toBe(DEVICE_DAYS);
    const devices = kitchenDevices.parse((await list(await logIn())).body);
    expect(devices).toMatchObject([{ id, name: 'Pass', setUpBy: 'Ada Conti' }]);
  });

  it.each(['0000', '1234', '87654321'])('refuses the PIN %s, which anybody would try', async (pin) => {
    const { token } = await owner();
    expectProblem(await setUp(token, { name: 'Pass', pin }), 400, ['pin']);
    expect((await me(token)).status).toBe(200);
  });

  it('knows the PINs that anybody would try', () => {
    expect(['1111', '3456', '9876', '00000000'].map(isGuessablePin)).toEqual([true, true, true, true]);
    expect(['1112', '1235', '9878', '2580', '1357'].map(isGuessablePin)).toEqual([false, false, false, false, false]);
  });

  it('refuses the next one beyond the quota, also of several at once', async () => {
    const { token, tenantId, userId } = await owner();
    const more = (count: number) => `
      WITH open AS (SELECT id FROM auth.tenant WHERE id = '${tenantId}' FOR SHARE)
      INSERT INTO auth.kitchen_device (id, tenant_id, user_id, name, key_hash, pin_hash, expires_at)
      SELECT gen_random_uuid(), open.id, '${userId}', 'Pass', gen_random_uuid(), '', now() + interval '1 day'
      FROM open, generate_series(1, ${count})`;
    await database.rows(more(QUOTAS.devices.most - 1));
    const oneTooMany = await whileUncommitted(database, more(1), [], () => setUp(token));
    expect(oneTooMany.body.quota).toEqual({ name: 'devices', most: 20 });
    expect((await me(token)).status).toBe(200);
  });

  it('that is sent again with a key, after its answer was lost, replaces the device that nobody has', async () => {
    const [{ token, userId, logIn }, stranger] = [await owner(), await owner()];
    const lost = newDevice.parse((await setUp(token, undefined, 'tablet')).body);
    expectProblem(await setUp(token, undefined, 'tablet'), 401);
    expect((await setUp(stranger.token, undefined, 'tablet')).status).toBe(201);
    expect((await setUp(await logIn(), undefined, 'other-tablet')).status).toBe(201);
    const again = newDevice.parse((await setUp(await logIn(), { name: 'Bar', pin: '4071' }, 'tablet')).body);
    const devices = kitchenDevices.parse((await list(await logIn())).body);
    expect(devices.map(({ id, name }) => [id === again.id, name])).toEqual([
      [true, 'Bar'],
      [false, 'Pass'],
    ]);
    expect([(await me(lost.token)).status, (await me(again.token)).status]).toEqual([401, 200]);
    expect([codeOf(await unlock(lost.key)), codeOf(await unlock(again.key, '4071'))]).toEqual(['link-invalid', 'open']);
    const kept = await database.rows('SELECT * FROM auth.idempotency_key WHERE user_id = $1', [userId]);
    expect(kept).toMatchObject([{ answer: { id: expect.any(String) } }, { answer: { id: expect.any(String) } }]);
    // Not even a hash of the PIN is kept, which a list of all PINs would undo.
    expect(new Set(kept.map(({ asked }) => asked)).size).toBe(1);
    for (const secret of [lost.key, again.key, again.token]) expect(JSON.stringify(kept)).not.toContain(secret);
  });

  it('and a sign-out of that moment leave no device behind', { tags: 'full' }, async () => {
    const { token, userId, tenantId, logIn } = await owner();
    const out = () => call('POST', '/api/auth/logout-everywhere', { token });
    expect(await endsNewDevice(database, { userId, tenantId }, out)).toBe(true);
    const next = await logIn();
    const lock = 'SELECT 1 FROM auth."user" WHERE id = $1 FOR UPDATE';
    const tooLate = await whileUncommitted(
      database,
      lock,
      [userId],
      () => setUp(next),
      (client) => client.query('UPDATE auth.session SET ended_at = now() WHERE user_id = $1', [userId]),
    );
    expectProblem(tooLate, 401);
    expect((await list(await logIn())).body).toEqual([]);
  });
});

describe("a kitchen device's session", () => {
  it('may not act on the account, make another device, or see its address or the other restaurants', async () => {
    const { device, token: owners } = await kitchen();
    const { token } = device;
    const added = { name: 'Harbor', slug: `k-${randomUUID().slice(0, 8)}` };
    expect((await call('POST', '/api/restaurants', { token: owners, body: added })).status).toBe(201);
    const { restaurants, email } = (await me(token)).body;
    const [other, ...rest] = restaurants;
    expect([other.id, rest, email, device.user.email]).toEqual([device.user.tenantId, [], '', '']);
    const tried: [string, string, object?][] = [
      ['POST', '/api/team/devices', { name: 'Next', pin: PIN }],
      ['GET', '/api/team/devices'],
      ['GET', '/api/auth/sessions'],
      ['POST', '/api/auth/logout-everywhere'],
      ['POST', '/api/auth/switch', { tenantId: device.user.tenantId }],
      ['POST', '/api/restaurants', { name: 'Next', slug: `k-${randomUUID().slice(0, 8)}` }],
      ['POST', '/api/team/leave'],
      ['PUT', '/api/auth/me', { name: 'Nobody' }],
      ['POST', '/api/auth/password', { currentPassword: PASSWORD, newPassword: 'closed sesame' }],
      ['POST', '/api/auth/email-change', { email: 'x@example.com', password: PASSWORD }],
      ['GET', '/api/auth/two-factor'],
      ['POST', '/api/auth/two-factor/setup', { password: PASSWORD }],
      ['DELETE', `/api/auth/sessions/${claimsOf(token).sid}`],
    ];
    for (const [method, path, body] of tried) {
      const { status } = await call(method, path, { token, ...(body && { body }) });
      expect([path, status]).toEqual([path, 403]);
    }
  });
});

describe('unlocking', () => {
  it('with the right PIN begins a session of staff, of which the device has as many as are asked for', async () => {
    const { token, device, key, userId, tenantId } = await kitchen();
    await call('POST', '/api/auth/logout', { token: device.token });
    expect((await me(device.token)).status).toBe(401);
    // Who set it up is in another restaurant by now.
    const other = await owner();
    await database.rows(`INSERT INTO auth.membership (tenant_id, user_id, role) VALUES ($1, $2, 'owner')`, [
      other.tenantId,
      userId,
    ]);
    expect((await call('POST', '/api/auth/switch', { token, body: { tenantId: other.tenantId } })).status).toBe(200);
    const answer = await unlock(key);
    expect(switchedSession.parse(answer.body)).toEqual(answer.body);
    const asOnDevice = { tenantId, role: 'staff', mayDeclare: false };
    expect(claimsOf(answer.body.token)).toMatchObject({ sub: userId, ...asOnDevice, mfa: false, onDevice: true });
    expect((await me(answer.body.token)).body).toMatchObject({ role: 'staff', tenantId });
    const [listed] = kitchenDevices.parse((await list(token)).body);
    expect(Date.parse(listed?.lastUnlockedAt ?? '')).toBeGreaterThan(Date.parse(listed?.createdAt ?? ''));
  });

  it('says how many tries are left, begins anew after the right PIN, and ends with the last wrong one', async () => {
    const { key, device, logIn } = await kitchen();
    const other = newDevice.parse((await setUp(await logIn())).body);
    await unlock(other.key, '9999');
    const wrong = async () => (await unlock(key, '9999')).body.detail;
    for (let left = ALL_BUT_ONE; left >= 1; left--)
      expect(await wrong()).toBe(`Wrong PIN. ${left === 1 ? '1 try' : `${left} tries`} left.`);
    expect((await unlock(key)).status).toBe(200);
    expect(await wrong()).toBe(`Wrong PIN. ${ALL_BUT_ONE} tries left.`);
    for (let at = 1; at < ALL_BUT_ONE; at++) await wrong();
    expect((await me(device.token)).status).toBe(200);
    expectProblem(await unlock(key, '9999'), 410);
    expectProblem(await unlock(key), 410);
    expect((await me(device.token)).status).toBe(401);
    // The restaurant's other device has its own count.
    expect((await unlock(other.key, '9999')).body.detail).toBe(`Wrong PIN. ${ALL_BUT_ONE - 1} tries left.`);
    expect((await unlock(other.key)).status).toBe(200);
  });

  it('counts five of ten wrong PINs at once; the right one afterwards is refused', { tags: 'full' }, async () => {
    const { key, device } = await kitchen();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => unlock(key, `90${10 + at}`)));
    const codes = answers.map(codeOf).toSorted();
    expect(codes).toEqual([
      ...Array(ALL_BUT_ONE).fill('invalid-credentials'),
      ...Array(10 - ALL_BUT_ONE).fill('link-invalid'),
    ]);
    const [row] = await database.rows('SELECT tries, ended_at FROM auth.kitchen_device WHERE id = $1', [device.id]);
    expect(row).toEqual({ tries: PIN_TRIES, ended_at: expect.any(Date) });
    expectProblem(await unlock(key), 410);
  });

  it('comes too late where the device ends before the session begins', async () => {
    const { key, userId, device } = await kitchen();
    const lock = 'SELECT 1 FROM auth."user" WHERE id = $1 FOR UPDATE';
    const answer = await whileUncommitted(
      database,
      lock,
      [userId],
      () => unlock(key),
      (client) => client.query('UPDATE auth.kitchen_device SET ended_at = now() WHERE id = $1', [device.id]),
    );
    expectProblem(answer, 410);
  });

  it('refuses a key that nobody has, and a PIN that is none, which is no try', async () => {
    const { key, device } = await kitchen();
    expectProblem(await unlock(randomUUID()), 410);
    expectProblem(await unlock(key, '12a4'), 400, ['pin']);
    const [row] = await database.rows('SELECT tries FROM auth.kitchen_device WHERE id = $1', [device.id]);
    expect(row).toEqual({ tries: 0 });
  });
});

describe('a kitchen device', () => {
  it('ends with the owner, within the sessions that the gateway asks for; nobody else can', async () => {
    const { token, device, key } = await kitchen();
    const path = `/api/team/devices/${device.id}`;
    expectProblem(await call('DELETE', path, { token: (await owner()).token }), 404);
    expect((await me(device.token)).status).toBe(200);
    expect((await call('DELETE', path, { token })).status).toBe(204);
    const { ends } = (await call('GET', '/internal/session-ends?after=0', AS_SERVICE)).body;
    expect(ends.map(({ sid }: { sid: string }) => sid)).toContain(claimsOf(device.token).sid);
    expectProblem(await unlock(key), 410);
    expect((await list(token)).body).toEqual([]);
    expectProblem(await call('DELETE', path, { token }), 404);
  });

  it.each([
    ['a new password', 'POST', '/api/auth/password', { currentPassword: PASSWORD, newPassword: 'closed sesame' }],
    ['a log-out everywhere', 'POST', '/api/auth/logout-everywhere', undefined],
    ['an end in the list of sessions', 'DELETE', '/api/auth/sessions/', undefined],
  ])('ends with %s of who set it up', async (_, method, path, body) => {
    const { token, device, key } = await kitchen();
    await unlock(key);
    const sessions = sessionList.parse((await call('GET', '/api/auth/sessions', { token })).body);
    const [its, ...rest] = sessions.filter(({ isKitchenDevice }) => isKitchenDevice);
    expect([its?.device, rest]).toEqual(['Pass', []]);
    const of = path.endsWith('/') ? `${path}${its?.id}` : path;
    expect((await call(method, of, { token, ...(body && { body }) })).status).toBeLessThan(300);
    expect((await me(device.token)).status).toBe(401);
    expectProblem(await unlock(key), 410);
  });

  it('rests while the user or the restaurant is suspended, or is to be deleted, without counting the right PIN', {
    tags: 'full',
  }, async () => {
    const { token, key, userId, tenantId, device } = await kitchen();
    const name = (await call('GET', '/api/tenant', { token })).body.name;
    for (const [table, id] of [
      ['user', userId],
      ['tenant', tenantId],
    ]) {
      await database.rows(`UPDATE auth."${table}" SET is_active = false WHERE id = $1`, [id]);
      for (let at = 0; at <= PIN_TRIES; at++) expect(codeOf(await unlock(key))).toBe('account-suspended');
      expect(codeOf(await unlock(key, '9999'))).toBe('invalid-credentials');
      await database.rows(`UPDATE auth."${table}" SET is_active = true WHERE id = $1`, [id]);
      expect(codeOf(await unlock(key))).toBe('open');
    }
    await call('POST', '/api/account/deletion', { token, body: { name, password: PASSWORD } });
    expect(codeOf(await setUp(token))).toBe('account-suspended');
    expect([(await me(device.token)).status, codeOf(await unlock(key))]).toEqual([401, 'account-suspended']);
    await call('DELETE', '/api/account/deletion', { token });
    expect(codeOf(await unlock(key))).toBe('open');
  });

  it('ends when its member is removed, also for good, and outlives a change of the role', async () => {
    const { token, tenantId, userId } = await owner();
    const waiter = await owner();
    await database.rows(
      `INSERT INTO auth.membership (tenant_id, user_id, role, may_declare) VALUES ($1, $2, 'manager', true)`,
      [tenantId, waiter.userId],
    );
    const there = (await call('POST', '/api/auth/switch', { token: waiter.token, body: { tenantId } })).body.token;
    const { key, token: own } = newDevice.parse((await setUp(there)).body);
    const asOnDevice = { role: 'staff', mayDeclare: false, tenantId };
    expect([claimsOf(there).mayDeclare, (await me(own)).body]).toEqual([true, expect.objectContaining(asOnDevice)]);
    const member = `/api/team/${waiter.userId}`;
    await call('PUT', member, { token, body: { role: 'staff' } });
    expect((await me(own)).status).toBe(401);
    expect((await unlock(key)).body.user).toMatchObject(asOnDevice);
    expect((await call('DELETE', member, { token })).status).toBe(204);
    expectProblem(await unlock(key), 410);
    await database.rows('UPDATE auth.membership SET removed_at = NULL WHERE tenant_id = $1 AND user_id = $2', [
      tenantId,
      waiter.userId,
    ]);
    expectProblem(await unlock(key), 410);
    expect(userId).not.toBe(waiter.userId);
  });

  it('ends after 30 days, and its sessions not later; then it is swept away', async () => {
    const { key, device } = await kitchen();
    await database.rows(`UPDATE auth.kitchen_device SET expires_at = now() + interval '1 hour' WHERE id = $1`, [
      device.id,
    ]);
    const { exp } = claimsOf((await unlock(key)).body.token);
    expect(exp - Date.now() / 1000).toBeLessThanOrEqual(3600);
    await database.rows(`UPDATE auth.kitchen_device SET expires_at = now() - interval '25 hours' WHERE id = $1`, [
      device.id,
    ]);
    expectProblem(await unlock(key), 410);
    const isKept = async () =>
      (await database.rows('SELECT FROM auth.kitchen_device WHERE id = $1', [device.id])).length === 1;
    await sweepDevices(db);
    expect(await isKept()).toBe(true);
    await database.rows(
      `UPDATE auth.session SET expires_at = now() - interval '25 hours' WHERE kitchen_device_id = $1`,
      [device.id],
    );
    await sweepSessions(db);
    await sweepDevices(db);
    expect(await isKept()).toBe(false);
  });

  it('is in the security log: set up, wrong PINs, ended', async () => {
    const { token, key, device, userId, tenantId } = await kitchen();
    lines.length = 0;
    await unlock(key, '9999');
    await unlock(key);
    await call('DELETE', `/api/team/devices/${device.id}`, { token });
    const events = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'security event');
    await vi.waitFor(() => expect(events()).toHaveLength(3));
    const who = { userId, tenantId };
    expect(events()).toMatchObject([
      { event: 'kitchen device unlocked', outcome: 'invalid-credentials', ...who },
      { event: 'kitchen device unlocked', outcome: 'done', ...who },
      { event: 'kitchen device ended', outcome: 'done', ...who },
    ]);
    for (const secret of [key, PIN, '9999']) expect(lines.join('')).not.toContain(secret);
  });
});
