import { OWNERS, type Owner } from '@tavola/contracts/topology.ts';
import { postgresUrl, readEnv, secret } from '@tavola/service-kit/runtime/env.ts';
import type { z } from 'zod';

const passwordName = (owner: Owner) => `${owner.toUpperCase()}_DB_PASSWORD`;

const shape: Record<string, z.ZodType<string>> = { DATABASE_ADMIN_URL: postgresUrl };
for (const owner of OWNERS) shape[passwordName(owner)] = secret;

/** Settings: the database's URL, and the services' log-in passwords AUTH_DB_PASSWORD, MENU_DB_PASSWORD …. */
export function readMigrateEnv(source = process.env): { adminUrl: string; passwords: Record<Owner, string> } {
  const env = readEnv(shape, source) as Record<string, string>;
  const passwords = Object.fromEntries(OWNERS.map((owner) => [owner, env[passwordName(owner)]]));
  return { adminUrl: env.DATABASE_ADMIN_URL as string, passwords: passwords as Record<Owner, string> };
}
