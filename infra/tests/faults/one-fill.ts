import { connect } from 'node:net';
import type { FaultySite } from './site.ts';

const MENUS = 8;
const READERS = 60;

/** Readers that bypass the edge, and counts of public-menu's reads of each menu meanwhile. */
export interface Counted {
  /** Starts the readers and flushes Redis during their reads. */
  flush(): Promise<void>;
  stop(): Promise<void>;
  slugs: number;
  asked(): number;
  fills(): number;
  /** The highest number of concurrent reads of one menu. */
  mostAtOnce(): number;
}

/** Counts public-menu's reads from menu while many clients request few menus. */
export async function oneFillAtATime(site: FaultySite): Promise<Counted> {
  const { rows } = await site.db.query<{ slug: string }>('SELECT slug FROM auth.tenant ORDER BY slug LIMIT $1', [
    MENUS,
  ]);
  const proxy = site.proxies['public-menu→menu'];
  const underWay = new Map<string, number>();
  let [asked, fills, most, isOver] = [0, 0, 0, false];
  const change = (path: string, by: number) => {
    const now = (underWay.get(path) ?? 0) + by;
    underWay.set(path, now);
    most = Math.max(most, now);
  };
  const read = async (slug: string) => {
    asked += 1;
    const answer = await fetch(`${site.urlOf('gateway')}/api/public/menu/${slug}`);
    await answer.arrayBuffer();
  };
  const reader = async (_: unknown, n: number) => {
    while (!isOver) await read(rows[n % rows.length]?.slug as string);
  };
  let readers: Promise<void>[] = [];
  return {
    async flush() {
      readers = Array.from({ length: READERS }, reader);
      for (const { slug } of rows) await read(slug);
      proxy.watch({
        asked(path) {
          fills += 1;
          change(path, 1);
        },
        answered: (path) => change(path, -1),
      });
      await flushAll(site.cache.proxy.targetPort);
    },
    async stop() {
      isOver = true;
      await Promise.all(readers);
      proxy.watch(null);
    },
    slugs: rows.length,
    asked: () => asked,
    fills: () => fills,
    mostAtOnce: () => most,
  };
}

/** Flushes the Redis at `port`. */
function flushAll(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('FLUSHALL\r\n'));
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
