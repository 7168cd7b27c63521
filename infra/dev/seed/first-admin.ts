import { randomUUID } from 'node:crypto';
import { email, emailKey } from '@tavola/contracts/fields.ts';
import { connectPatiently } from '@tavola/service-kit/data/admin-client.ts';
import { postgresUrl, readEnv } from '@tavola/service-kit/runtime/env.ts';
import type pg from 'pg';
import { z } from 'zod';
import { ADMIN_PASSWORD, hashPassword } from './seed.ts';

// Run after the migrations: creates the platform's first admin, unless there is one, from ADMIN_EMAIL and ADMIN_PASSWORD. It needs the
// database's superuser, or a role with BYPASSRLS, because the services' own roles can't create an admin.

/** SQLSTATE of a policy that refuses a row. */
const INSUFFICIENT_PRIVILEGE = '42501';

const shape = {
  DATABASE_ADMIN_URL: postgresUrl,
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(12, { error: 'must be at least 12 characters long' })
    .max(128, { error: 'can be at most 128 characters long' })
    .refine((value) => value !== ADMIN_PASSWORD || process.env.NODE_ENV !== 'production', { error: 'is well known' })
    .optional(),
};

try {
  const env = readEnv(shape);
  if (!env.ADMIN_EMAIL || !env.ADMIN_PASSWORD) {
    console.log('ADMIN_EMAIL and ADMIN_PASSWORD are not both set: no admin was made.');
  } else {
    const isNew = await makeAdmin(env.DATABASE_ADMIN_URL, env.ADMIN_EMAIL, env.ADMIN_PASSWORD);
    console.log(isNew ? `The admin ${env.ADMIN_EMAIL} was made.` : 'An admin is there already: none was made.');
  }
} catch (error) {
  console.error(`No admin was made. ${(error as Error).message}`);
  process.exit(1);
}

/**
 * Creates the admin with this address, unless there is one, who may have another address by now.
 * @returns whether the admin was created.
 * @throws Error when the address belongs to an owner, or the database's role may not create admins.
 */
async function makeAdmin(adminUrl: string, address: string, password: string): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  const client = await connectPatiently(adminUrl);
  try {
    const { rowCount } = await client.query(
      // An admin may have changed the address meanwhile: another one with the first password would be a way in.
      `INSERT INTO auth."user" (id, name, email, email_key, email_confirmed_at, password_hash, role)
       SELECT $1::uuid, 'Platform Admin', $2::text, $3::text, now(), $4::text, 'admin'
       WHERE NOT EXISTS (SELECT FROM auth."user" WHERE role = 'admin') ON CONFLICT (email_key) DO NOTHING`,
      [randomUUID(), address, emailKey(address), passwordHash],
    );
    if (rowCount === 1) return true;
    const { rows } = await client.query('SELECT role FROM auth."user" WHERE email_key = $1', [emailKey(address)]);
    if (rows[0] && rows[0].role !== 'admin') throw new Error(`${address} is the address of somebody who is no admin.`);
    return false;
  } catch (error) {
    if ((error as pg.DatabaseError).code !== INSUFFICIENT_PRIVILEGE) throw error;
    const what = 'The role of DATABASE_ADMIN_URL must be a superuser or have BYPASSRLS.';
    throw new Error(`${what} ${(error as Error).message}`, { cause: error });
  } finally {
    await client.end();
  }
}
