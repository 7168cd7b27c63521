import { Pool } from 'pg';
import { seedMany } from '../../dev/seed/seed.ts';
import { ask, keepAsking } from '../lib/asking.ts';
import type { Scenario, Site } from './scenario.ts';

const PER_SECOND = 100;

/** Each is read less than once in two seconds, so nginx caches none of them. */
const MENUS = 250;

async function slugsOf({ adminUrl }: Site, { isSeeded = true } = {}): Promise<string[]> {
  const pool = new Pool({ connectionString: adminUrl, max: 1 });
  try {
    if (!isSeeded) await seedMany(pool, MENUS);
    const { rows } = await pool.query<{ slug: string }>('SELECT slug FROM auth.tenant WHERE is_active ORDER BY slug');
    return rows.map(({ slug }) => slug);
  } finally {
    await pool.end();
  }
}

export const scenario: Scenario = {
  title: `${PER_SECOND} pages of ${MENUS} menus a second without Accept-Encoding, half of them with a slash at the end, from one address`,
  rate: 20,
  neighbours: async (site) => {
    // The abuse is not about reading menus for the first time.
    for (const slug of await slugsOf(site, { isSeeded: false }))
      await ask(site, `/menu/${slug}`, { 'accept-encoding': 'gzip' });
    return async () => {
      const status = await ask(site, '/menu/demo', { 'accept-encoding': 'gzip' });
      if (status !== 200) throw new Error(`a neighbour got ${status}`);
    };
  },
  async abuse(site, signal) {
    const slugs = await slugsOf(site);
    await keepAsking(PER_SECOND, signal, (count) =>
      ask(site, `/menu/${slugs[count % slugs.length]}${count % 2 === 0 ? '' : '/'}`),
    );
  },
};
