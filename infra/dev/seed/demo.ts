import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { connectPatiently } from '@tavola/service-kit/data/admin-client.ts';
import { postgresUrl, readEnv } from '@tavola/service-kit/runtime/env.ts';
import { Pool } from 'pg';
import { z } from 'zod';
import { seedDemo } from './seed.ts';

// Adds the demonstration restaurants to a deployed installation, once. Their owners get DEMO_PASSWORD, or a random password
// that is printed once, instead of the development password. No admin is added. Their pictures need STORAGE_URL, media's
// folder; a bucket gets none.

try {
  const env = readEnv({
    DATABASE_ADMIN_URL: postgresUrl,
    STORAGE_URL: z.url({ protocol: /^(file|s3\+https?)$/, error: 'must be a file:// or s3+https:// URL' }).optional(),
    DEMO_PASSWORD: z.string().min(12, { error: 'must be at least 12 characters long' }).optional(),
  });
  const password = env.DEMO_PASSWORD ?? randomBytes(12).toString('base64url');
  await (await connectPatiently(env.DATABASE_ADMIN_URL)).end();
  const pool = new Pool({ connectionString: env.DATABASE_ADMIN_URL, max: 1, connectionTimeoutMillis: 10_000 });
  const storage = env.STORAGE_URL?.startsWith('file:') ? fileURLToPath(env.STORAGE_URL) : undefined;
  if (env.STORAGE_URL && !storage) console.log('Pictures are in a bucket: the demonstration has none.');
  const { restaurants } = await seedDemo(pool, {
    ownerPassword: password,
    hasAdmin: false,
    ...(storage && { storage }),
  });
  await pool.end();
  if (restaurants === 0) console.log('The demonstration is there already.');
  else if (env.DEMO_PASSWORD) console.log(`${restaurants} restaurants added; their owners sign in with DEMO_PASSWORD.`);
  else console.log(`${restaurants} restaurants added; their owners' password, said only now: ${password}`);
} catch (error) {
  console.error(`No demonstration: ${(error as Error).message}`);
  process.exit(1);
}
