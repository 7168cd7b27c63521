import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { OWNERS, type Owner } from '@tavola/contracts/topology.ts';
import pg from 'pg';

const repository = new URL('../../../', import.meta.url);
const ownersSql = readFileSync(new URL('infra/deploy/postgres/owners.sql', repository), 'utf8');

/** The folder of `owner`'s Prisma schema and migrations. */
export const prismaFolder = (owner: Owner): string => fileURLToPath(new URL(`services/${owner}/prisma`, repository));

/** Creates every owner's schema and roles, and sets each service's log-in password. Idempotent. */
export async function makeOwners(admin: pg.ClientBase, passwords: Readonly<Record<Owner, string>>): Promise<void> {
  for (const owner of OWNERS) {
    await admin.query(ownersSql.replaceAll('{{owner}}', owner));
    await admin.query(`ALTER ROLE ${owner}_app PASSWORD ${pg.escapeLiteral(passwords[owner])}`);
  }
}

/** The URL with which `owner`'s service connects to the database at `adminUrl`. */
export function ownerUrl(adminUrl: string, owner: Owner, password: string): string {
  const url = new URL(adminUrl);
  url.username = `${owner}_app`;
  url.password = encodeURIComponent(password);
  return url.href;
}
