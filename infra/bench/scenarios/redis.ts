import { type Bench, type Finding, menuPath, NotAvailable } from '../lib/bench.ts';
import { contest, figuresTable } from '../lib/contest.ts';
import { readAll } from '../lib/read-all.ts';
import { requestList } from '../lib/request-list.ts';
import { wrk } from '../lib/wrk.ts';

/** More than fit into the smallest memory, so that each menu is evicted before it is requested again. */
const MENUS = 2_000;
const SMALLEST_MEMORY = { MENU_MEMORY_MB: '1' };

/** A menu that is in Redis but not in memory, requested directly from public-menu. */
export async function redis(bench: Bench): Promise<Finding> {
  const { rivals } = bench;
  const slugs = await bench.copies(MENUS);
  const clone = await bench.clone('public-menu', { env: SMALLEST_MEMORY });
  try {
    await readAll(clone.url, slugs);
    const requests = requestList(
      bench.dir,
      slugs.map((slug) => `GET ${menuPath(slug)}`),
    );
    const load = { url: clone.url, requests };
    const { counts, requests: all } = await wrk(bench.wrkCommand, { ...load, seconds: 2, isCounting: true });
    const share = (counts['200 redis'] ?? 0) / all;
    if (share < 0.95) throw new NotAvailable(`too few answers come from Redis: ${JSON.stringify(counts)}`);
    const figures = await contest(bench, [
      {
        name: 'nginx, the same bytes as a file',
        servers: rivals.static.servers,
        load: { url: rivals.static.mixUrl, requests },
      },
      {
        name: 'public-menu, from Redis',
        servers: { 'public-menu': clone.pid, ...bench.servers('redis-cache') },
        load,
      },
    ]);
    return {
      title: 'Hit in Redis',
      goals: [],
      parts: [
        `${MENUS.toLocaleString('en')} menus in turn, of which a public-menu process with a memory of 1 MB keeps none until it is asked again; ${(share * 100).toFixed(1)} % of its answers came from Redis:`,
        figuresTable(figures, 'nginx static'),
      ],
    };
  } finally {
    await clone.stop();
  }
}
