import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWNERS } from '@tavola/contracts/topology.ts';
import { sqlToSchema } from './engine.ts';
import { prismaFolder } from './owners.ts';
import { withScratchDatabase } from './scratch-database.ts';

// npm run db:diff -- <name>: writes the next migration for every owner whose schema.prisma is ahead of its migrations.

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error(
    'Say what the migration is about: npm run db:diff -- add_opening_hours (lower-case letters, digits, _)',
  );
  process.exit(2);
}
const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);

await withScratchDatabase(async (adminUrl) => {
  let written = 0;
  for (const owner of OWNERS) {
    const sql = await sqlToSchema(adminUrl, owner);
    if (!sql) continue;
    const folder = join(prismaFolder(owner), 'migrations', `${time}_${name}`);
    mkdirSync(folder, { recursive: true });
    try {
      writeFileSync(join(folder, 'migration.sql'), sql);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
    console.log(`${owner}: wrote services/${owner}/prisma/migrations/${time}_${name}/migration.sql`);
    written++;
  }
  console.log(
    written
      ? 'Read it before you apply it. A new tenant table needs row-level security: see docs/decisions.'
      : 'Every schema.prisma agrees with its migrations; nothing to write.',
  );
});
// The engine leaves a timer that would keep the process alive for 10 s.
process.exit(0);
