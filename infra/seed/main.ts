import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { parseCount } from './parse-count.ts';
import { type SeedTotals, seedDemo, seedMany } from './seed.ts';

const USAGE = `Usage: main.ts [--restaurants N]
Adds the demonstration restaurants and the admin, and N made-up restaurants, to the database at DATABASE_ADMIN_URL.`;

function describe(totals: SeedTotals): string {
  const added = `${totals.restaurants} restaurants, ${totals.categories} categories, ${totals.items} items, ${totals.users} users added`;
  return totals.alreadyThere > 0 ? `${added}; ${totals.alreadyThere} restaurants were already there` : added;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { restaurants: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) return console.log(USAGE);
  const restaurants = values.restaurants === undefined ? 0 : parseCount('--restaurants', values.restaurants);
  const connectionString = process.env.DATABASE_ADMIN_URL;
  if (!connectionString) throw new Error('DATABASE_ADMIN_URL must say which database to seed.');

  const pool = new Pool({ connectionString, max: 1, connectionTimeoutMillis: 10_000 });
  // Without a listener, an idle connection that breaks would end the process; the next query reports it anyway.
  pool.on('error', () => {});
  try {
    const start = performance.now();
    console.log(`Demonstration: ${describe(await seedDemo(pool))}.`);
    if (restaurants > 0) {
      const onProgress = ({ restaurants: added, alreadyThere }: SeedTotals) => {
        const done = added + alreadyThere;
        if (done % 1000 === 0) console.log(`  ${done} of ${restaurants}`);
      };
      console.log(`Made up: ${describe(await seedMany(pool, restaurants, { onProgress }))}.`);
    }
    console.log(`Done in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
  } finally {
    await pool.end();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
