import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { verify } from '@node-rs/argon2';
import { testDatabase } from '@tavola/test-kit/database.ts';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

// @module-tag full

const database = await testDatabase();

/** Runs one of this folder's programs with `env`; returns its exit code and output. */
function run(program: string, env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path], {
    env: { PATH: process.env.PATH, DATABASE_ADMIN_URL: database.adminUrl, NODE_ENV: 'production', ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
}

const users = () =>
  database.rows<{ email: string; role: string; password_hash: string }>(
    'SELECT email, role, password_hash FROM auth."user" ORDER BY email',
  );

describe('the demonstration of a deployed installation', () => {
  it('has no admin, and owners with a password that only its log says', async () => {
    const { code, said } = await run('demo.ts', {});
    expect(code).toBe(0);
    const password = said.trim().split(' ').at(-1) ?? '';
    const owners = await users();
    expect(owners.map(({ role }) => role)).toEqual(Array(5).fill('owner'));
    expect(await verify(owners[0]?.password_hash ?? '', password)).toBe(true);
    expect(await verify(owners[0]?.password_hash ?? '', 'demo-password')).toBe(false);
    expect(await run('demo.ts', {})).toMatchObject({ code: 0, said: expect.stringContaining('there already') });
  });
});

describe('the first admin', () => {
  const ADMIN_EMAIL = 'boss@example.com';
  const ADMIN_PASSWORD = 'a long way to Tipperary';
  beforeEach(async () => {
    await database.rows(`DELETE FROM auth."user" WHERE role = 'admin'`);
  });

  it('is made once, and keeps the password that it has by then', async () => {
    const first = await run('first-admin.ts', { ADMIN_EMAIL, ADMIN_PASSWORD });
    expect(first).toMatchObject({ code: 0, said: expect.stringContaining('was made') });
    const made = (await users()).find(({ email }) => email === ADMIN_EMAIL);
    expect(made).toMatchObject({ email: ADMIN_EMAIL, role: 'admin' });
    expect(await verify(made?.password_hash ?? '', ADMIN_PASSWORD)).toBe(true);

    const again = await run('first-admin.ts', { ADMIN_EMAIL: 'Boss@Example.com', ADMIN_PASSWORD: 'another password' });
    expect(again).toMatchObject({ code: 0, said: expect.stringContaining('there already') });
    expect((await users()).filter(({ role }) => role === 'admin')).toEqual([made]);

    await database.rows(
      `UPDATE auth."user" SET email = 'b@example.com', email_key = 'b@example.com' WHERE role = 'admin'`,
    );
    await run('first-admin.ts', { ADMIN_EMAIL, ADMIN_PASSWORD });
    expect((await users()).filter(({ role }) => role === 'admin').map(({ email }) => email)).toEqual(['b@example.com']);
  });

  it('is not made where nobody asks for one, and says so', async () => {
    const nobody = await run('first-admin.ts', { ADMIN_EMAIL });
    expect(nobody).toMatchObject({ code: 0, said: expect.stringContaining('no admin was made') });
    expect((await users()).filter(({ role }) => role === 'admin')).toEqual([]);
  });

  it('gets no password that is short or, in production, well known; the message does not repeat it', async () => {
    const short = await run('first-admin.ts', { ADMIN_EMAIL, ADMIN_PASSWORD: 'short-pass' });
    expect(short).toMatchObject({ code: 1, said: expect.stringContaining('at least 12 characters') });
    expect(short.said).not.toContain('short-pass');
    const known = await run('first-admin.ts', { ADMIN_EMAIL, ADMIN_PASSWORD: 'admin-password' });
    expect(known).toMatchObject({ code: 1, said: expect.stringContaining('well known') });
    expect((await users()).filter(({ role }) => role === 'admin')).toEqual([]);
  });

  it('is made by a role that bypasses row-level security, as those of a managed database may; another says why not', async () => {
    const [role, password] = [`managed_${randomBytes(6).toString('hex')}`, 'a managed database'];
    await database.rows(`CREATE ROLE ${role} LOGIN PASSWORD '${password}' CREATEROLE BYPASSRLS IN ROLE auth_owner`);
    onTestFinished(async () => void (await database.rows(`DROP ROLE ${role}`)));
    const url = Object.assign(new URL(database.adminUrl), { username: role, password });
    const asRole = { DATABASE_ADMIN_URL: url.href, ADMIN_EMAIL, ADMIN_PASSWORD };
    expect(await run('first-admin.ts', asRole)).toMatchObject({ code: 0, said: expect.stringContaining('was made') });
    await database.rows(`ALTER ROLE ${role} NOBYPASSRLS`);
    const { code, said } = await run('first-admin.ts', { ...asRole, ADMIN_EMAIL: 'another@example.com' });
    expect([code, said]).toEqual([1, expect.stringContaining('BYPASSRLS')]);
  });

  it('does not take over an owner’s account', async () => {
    const owners = await users();
    const taken = await run('first-admin.ts', { ADMIN_EMAIL: owners[0]?.email ?? '', ADMIN_PASSWORD });
    expect(taken).toMatchObject({ code: 1, said: expect.stringContaining('no admin') });
    expect(await users()).toEqual(owners);
  });
});
