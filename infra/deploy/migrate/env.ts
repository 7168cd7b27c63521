import { postgresUrl, readEnv, secret } from '@tavola/service-kit/runtime/env.ts';
import type { z } from 'zod';
import { OWNERS, type Owner } from './owners.ts';

const passwordName = (owner: Owner) => `${owner.toUpperCase()}_DB_PASSWORD`;

const shape: Record<string, z.ZodType<string>> = { DATABASE_ADMIN_URL: postgresUrl };
for (const owner of OWNERS) shape[passwordName(owner)] = secret;

/** What the migration is told: where the database is, and AUTH_DB_PASSWORD, MENU_DB_PASSWORD …, which the services log in with. */
export function readMigrateEnv(source = process.env): { adminUrl: string; passwords: Record<Owner, string> } {
  const env = readEnv(shape, source) as Record<string, string>;
  const passwords = Object.fromEntries(OWNERS.map((owner) => [owner, env[passwordName(owner)]]));
  return { adminUrl: env.DATABASE_ADMIN_URL as string, passwords: passwords as Record<Owner, string> };
}
