import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { runningDatabase } from '../local/running.ts';
import { parseCount } from './parse-count.ts';
import { type SeedTotals, seedDemo, seedMany } from './seed.ts';

const HOME = join(fileURLToPath(new URL('../../../', import.meta.url)), '.tavola');

const USAGE = `npm run seed                         add the demonstration restaurants and the admin
npm run seed -- --restaurants 1000   and a thousand made-up restaurants
npm run seed -- --home DIR           into the one of "npm start -- --home DIR"
The database is the one at DATABASE_ADMIN_URL, or else that of the running "npm start".`;

function describe(totals: SeedTotals): string {
  const added = `${totals.restaurants} restaurants, ${totals.categories} categories, ${totals.items} items, ${totals.users} users added`;
  return totals.alreadyThere > 0 ? `${added}; ${totals.alreadyThere} restaurants were already there` : added;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      restaurants: { type: 'string' },
      home: { type: 'string', default: HOME },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(USAGE);
  const restaurants = values.restaurants === undefined ? 0 : parseCount('--restaurants', values.restaurants);
  if (process.env.NODE_ENV === 'production') throw new Error('Seeds have well-known passwords: not in production.');
  const home = resolve(values.home);
  const given = process.env.DATABASE_ADMIN_URL;
  const connectionString = given ?? runningDatabase(home);
  // Where another database's pictures are is not known.
  const pictures = given ? {} : { storage: join(home, 'pictures') };
  if (!connectionString)
    throw new Error('Start Tavola first (npm start), or say with DATABASE_ADMIN_URL which database to seed.');

  const pool = new Pool({ connectionString, max: 1, connectionTimeoutMillis: 10_000 });
  // Without a listener, a broken idle connection would end the process. The next query reports it anyway.
  pool.on('error', () => {});
  try {
    const start = performance.now();
    console.log(`Demonstration: ${describe(await seedDemo(pool, pictures))}.`);
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
