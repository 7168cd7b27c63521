import { postgresUrl, readEnv, secret } from '@tavola/service-kit/env.ts';
import type { z } from 'zod';
import { migrateAll } from './migrate-all.ts';
import { OWNERS, type Owner } from './owners.ts';

// npm run db:migrate: brings the database at DATABASE_ADMIN_URL up to date; AUTH_DB_PASSWORD, MENU_DB_PASSWORD … are
// the passwords that the services log in with.

const passwordName = (owner: Owner) => `${owner.toUpperCase()}_DB_PASSWORD`;
const shape: Record<string, z.ZodType<string>> = { DATABASE_ADMIN_URL: postgresUrl };
for (const owner of OWNERS) shape[passwordName(owner)] = secret;

try {
  const env = readEnv(shape) as Record<string, string>;
  const passwords = Object.fromEntries(OWNERS.map((owner) => [owner, env[passwordName(owner)]])) as Record<
    Owner,
    string
  >;
  const applied = await migrateAll(env.DATABASE_ADMIN_URL as string, passwords);
  console.log(applied.length ? `Applied ${applied.join(', ')}` : 'The database is up to date.');
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
// The engine leaves a timer behind that would hold the process for 10 s.
process.exit(0);
