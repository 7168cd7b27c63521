import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from 'redis';
import { type Bench, type Clone, type Finding, menuPath, NotAvailable, probe } from '../lib/bench.ts';
import { sleep } from '../lib/clock.ts';
import { headerOf } from '../lib/http-connection.ts';
import { environmentOf } from '../lib/processes.ts';
import { readAll } from '../lib/read-all.ts';
import { size, table, whole } from '../lib/report.ts';

const ENOUGH_MEMORY = { MENU_MEMORY_MB: '512' };

/** Menus of one kind, and how much memory one may take, in bytes. */
interface Kind {
  what: string;
  copies: (count: number) => Promise<string[]>;
  menus: number;
  inProcess: number;
  inRedis: number;
  whyMissed?: { inProcess?: string; inRedis?: string };
}

/** Memory of a cached menu, in a public-menu process and in Redis: one of the demo's size, and one that says everything. */
export async function footprint(bench: Bench): Promise<Finding> {
  const plain = await footprintOf(bench, {
    what: "of the demo's size",
    copies: bench.copies,
    menus: bench.isQuick ? 2_000 : 10_000,
    inProcess: 5_000,
    inRedis: 6_000,
    whyMissed: {
      inProcess: "most of it is the body with gzip, which has had its dishes' pictures since the goal was set",
    },
  });
  const rich = await footprintOf(bench, {
    what: "of the demo's size, each dish with every facet and all texts in three languages",
    copies: bench.richCopies,
    menus: bench.isQuick ? 2_000 : 5_000,
    inProcess: 20_000,
    inRedis: 12_000,
    whyMissed: {
      inRedis:
        'gzip leaves 10.8 KB, which Redis rounds up to 12.3; Brotli would need its second best quality, and 20 ms a fill',
    },
  });
  return {
    title: 'Memory of a cached menu',
    goals: [...plain.goals, ...rich.goals.map((goal) => ({ ...goal, what: `${goal.what}, of the rich fixture` }))],
    parts: [...plain.parts, ...rich.parts],
  };
}

async function footprintOf(
  bench: Bench,
  { what, copies, menus, whyMissed, ...most }: Kind,
): Promise<Pick<Finding, 'goals' | 'parts'>> {
  const warming = 500;
  const slugs = await copies(menus + warming);
  const file = join(bench.dir, 'memory.json');
  const preload = fileURLToPath(new URL('../lib/tell-memory.ts', import.meta.url));
  const clone = await bench.clone('public-menu', {
    env: { ...ENOUGH_MEMORY, BENCH_MEMORY_FILE: file },
    nodeArgs: ['--import', preload],
  });
  const redis = createClient({ url: environmentOf(clone.pid).REDIS_CACHE_URL as string });
  await redis.connect();
  try {
    await readAll(clone.url, slugs.splice(0, warming));
    const before = await memoryOf(clone, file);
    const [keysBefore, redisBefore] = await redisMemory();
    await readAll(clone.url, slugs);
    // Measured now, while all entries exist: they expire in Redis after a minute.
    const [keys, redisUsed] = await redisMemory();
    const answer = await probe(clone.url + menuPath(slugs[0] as string));
    const level = headerOf(answer, 'x-cache');
    if (level !== 'memory') throw new NotAvailable(`menus are not kept in memory: X-Cache is ${level}`);
    const after = await memoryOf(clone, file);
    const [onHeap, beside] = [(after.heapUsed - before.heapUsed) / menus, (after.external - before.external) / menus];
    const kept = onHeap + beside;
    const resident = (after.rss - before.rss) / menus;
    const entry = await largestEntry();
    const inRedis = Math.max(entry, (redisUsed - redisBefore) / menus);
    return {
      goals: [
        goalOf('Memory per cached menu, in process', kept, most.inProcess, whyMissed?.inProcess),
        goalOf('Memory per cached menu, in Redis', inRedis, most.inRedis, whyMissed?.inRedis),
      ],
      parts: [
        `${whole(menus)} menus ${what}, ${whole(answer.body.length)} bytes each with gzip, read once by one process:`,
        table(
          ['A menu', 'bytes'],
          [
            ['in the process: what is left on the heap and beside it after garbage collection', size(kept)],
            ['of that on the heap', size(onHeap)],
            ['of that in buffers', size(beside)],
            ['in the process: RSS', size(resident)],
            ['in Redis: `MEMORY USAGE` of its entry', size(entry)],
            ['in Redis: `used_memory`, with all keys', size((redisUsed - redisBefore) / menus)],
            ['in Redis: keys', ((keys - keysBefore) / menus).toFixed(2)],
          ],
        ),
      ],
    };
  } finally {
    redis.destroy();
    await clone.stop();
  }

  async function redisMemory(): Promise<[keys: number, used: number]> {
    const [, used] = /used_memory:(\d+)/.exec(await redis.info('memory')) ?? [];
    return [await redis.dbSize(), Number(used)];
  }

  /** Bytes of the largest of some entries; the others are keys that point to them. */
  async function largestEntry(): Promise<number> {
    let largest = 0;
    for (let draw = 0; draw < 50; draw += 1) {
      const key = await redis.randomKey();
      if (key) largest = Math.max(largest, (await redis.memoryUsage(String(key))) ?? 0);
    }
    return largest;
  }
}

const goalOf = (what: string, measured: number, most: number, whyMissed?: string) => ({
  what,
  goal: `≤ ${most / 1_000} KB`,
  measured: size(measured),
  isMet: measured <= most,
  ...(whyMissed && { whyMissed }),
});

async function memoryOf({ pid }: Clone, file: string): Promise<NodeJS.MemoryUsage> {
  await sleep(1_000);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let waited = 0; waited < 5_000; waited += 100) {
    await sleep(100);
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  }
  throw new Error('The process did not tell its memory.');
}
