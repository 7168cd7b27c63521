import { parseArgs } from 'node:util';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import pg from 'pg';
import { createClient } from 'redis';
import { type Manifest, rendered } from '../deploy/kubernetes/rendered.ts';
import { runningProcesses } from '../dev/local/running.ts';
import { startThrowawaySite } from '../dev/local/throwaway-site.ts';
import { seedMany } from '../dev/seed/seed.ts';
import { seedVisits } from '../dev/seed/seed-visits.ts';
import { signUpOwner } from './lib/neighbour-owner.ts';
import { cpuOf, environmentOf } from './lib/processes.ts';
import { aroundReport, size, table, whenAndWhere, whole, writeReport } from './lib/report.ts';

// npm run bench:sizes: measures what a restaurant, a guest's view and an owner's edit cost on a throwaway site, and calculates from it
// what 1,000, 10,000 and 100,000 restaurants need on Kubernetes. With `-- --write` it writes docs/kubernetes.md.

const FILE = 'docs/kubernetes.md';
const { values: options } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
if (options.write) aroundReport('bench:sizes', FILE);

/** What is assumed of each restaurant. A day's views, and the busiest hour's share of them, are those of the demonstration's Fridays. */
const VIEWS_A_DAY = 130;
const BUSIEST_HOUR = 0.18;
const EDITS_A_DAY = 5;
/** Requests come in bursts: how many times an hour's average. */
const BURST = 3;
/** How long a menu stays open, in seconds. */
const OPEN_S = 180;
const PICTURES = 20;
/** A picture in all its sizes, as those of the seeds are, in bytes. */
const PICTURE_BYTES = 115_000;
const SIZES = [1_000, 10_000, 100_000];

const SEEDED = 300;
const WITH_VISITS = 20;
const VISIT_MONTHS = 3;
const VIEWS = 1_000;
const EDITS = 200;
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36';

/** CPU time of each process, in microseconds. */
type Cpu = Record<string, number>;

interface Measured {
  bytes: { restaurant: number; visitsOfMonth: number; edit: number; cachedMenu: number };
  view: Cpu;
  edit: Cpu;
}

async function measure(): Promise<Measured> {
  const site = await startThrowawaySite('sizes');
  const pool = new pg.Pool({ connectionString: site.adminUrl, max: 1 });
  const cpu = (): Cpu =>
    Object.fromEntries(Object.entries(runningProcesses(site.home)).map(([name, pid]) => [name, cpuOf(pid)]));
  /** The CPU time of one of `count` acts. */
  const costOf = async (count: number, act: (at: number) => Promise<unknown>): Promise<Cpu> => {
    const before = cpu();
    for (let at = 0; at < count; at += 20) await Promise.all(Array.from({ length: 20 }, (_, more) => act(at + more)));
    const after = cpu();
    return Object.fromEntries(
      Object.entries(after).map(([name, time]) => [name, (time - (before[name] ?? 0)) / count]),
    );
  };
  const databaseBytes = async () => {
    await pool.query('VACUUM');
    return Number((await pool.query('SELECT pg_database_size(current_database()) AS bytes')).rows[0].bytes);
  };
  /** How much larger the database is for each of `count`, after `act`. */
  const growthBy = async (count: number, act: () => Promise<unknown>) => {
    const before = await databaseBytes();
    await act();
    return ((await databaseBytes()) - before) / count;
  };
  try {
    const restaurant = await growthBy(SEEDED, () => seedMany(pool, SEEDED));
    const { rows: seeded } = await pool.query<{ id: string; slug: string }>(
      "SELECT id, slug FROM auth.tenant WHERE slug <> 'demo' ORDER BY slug LIMIT $1",
      [SEEDED],
    );
    const visitsOfMonth = await growthBy(WITH_VISITS * VISIT_MONTHS, async () => {
      const client = await pool.connect();
      for (const { id, slug } of seeded.slice(0, WITH_VISITS)) await seedVisits(client, id, slug, new Date());
      client.release();
    });

    const redis = await createClient({
      url: environmentOf(runningProcesses(site.home)['public-menu'] as number).REDIS_CACHE_URL ?? '',
    }).connect();
    const redisBytes = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
    const [redisBefore, view] = [
      await redisBytes(),
      await costOf(VIEWS, async (at) => {
        const { id, slug } = seeded[at % seeded.length] as { id: string; slug: string };
        await (await fetch(`${site.origin}/menu/${slug}`)).arrayBuffer();
        await fetch(`${site.origin}/api/public/visits`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': PHONE },
          body: JSON.stringify({ tenantId: id, seconds: 30 }),
        });
      }),
    ];
    const cachedMenu = ((await redisBytes()) - redisBefore) / seeded.length;
    await redis.close();

    const owner = await signUpOwner(site);
    let edit: Cpu = {};
    const editBytes = await growthBy(EDITS, async () => {
      edit = await costOf(EDITS, async (at) => {
        await owner.ask('PUT', `/api/menu-items/${owner.itemId}`, { price: 1 + (at % 90) });
        await owner.ask('GET', '/api/menu-items');
        await (await fetch(`${site.origin}/menu/${owner.slug}`)).arrayBuffer();
      });
    });
    return { bytes: { restaurant, visitsOfMonth, edit: editBytes, cachedMenu }, view, edit };
  } finally {
    await pool.end();
    await site.stop();
  }
}

/** The scaling of a process in production. */
interface Scaling {
  /** CPU time that one pod may use, by its autoscaler's target, in microseconds a second. */
  cpu: number;
  least: number;
  most: number;
  /** Memory that it asks for, in bytes. */
  memory: number;
  hasDatabase: boolean;
}

/** The connections of one pod; docs/kubernetes.md. */
const connectionsOf = (name: string) => ({ 'qr-worker': 4, 'media-worker': 2 })[name] ?? 10;

/** How many menus a public-menu may have open: OPEN_MENUS_MAX. */
const OPEN_MENUS_MAX = 20_000;

async function scalings(): Promise<Map<string, Scaling>> {
  const manifests = await rendered('production');
  const found = manifests.flatMap((manifest): [string, Scaling][] => {
    if (manifest.kind !== 'HorizontalPodAutoscaler') return [];
    const { name } = manifest.metadata;
    const { minReplicas = 2, maxReplicas = 2 } = (manifest as Manifest & IHorizontalPodAutoscaler).spec ?? {};
    const deployment = manifests.find((one) => one.kind === 'Deployment' && one.metadata.name === name);
    const { metadata, spec } = (deployment as (Manifest & IDeployment) | undefined)?.spec?.template ?? {};
    const { cpu, memory } = spec?.containers[0]?.resources?.requests ?? {};
    return [
      [
        name,
        {
          cpu: Number.parseInt(String(cpu), 10) * 1_000 * 0.7,
          least: minReplicas,
          most: maxReplicas,
          memory: Number.parseInt(String(memory), 10) * 2 ** 20,
          hasDatabase: metadata?.labels?.['postgres-client'] === 'true',
        },
      ],
    ];
  });
  return new Map(found);
}

const { bytes, view, edit } = await measure();
const scaling = await scalings();

/** What `count` restaurants need. */
function need(count: number): string[] {
  const views = ((count * VIEWS_A_DAY * BUSIEST_HOUR) / 3_600) * BURST;
  const edits = ((count * EDITS_A_DAY * BUSIEST_HOUR) / 3_600) * BURST;
  const cpuAt = (name: string) => views * (view[name] ?? 0) + edits * (edit[name] ?? 0);
  const open = (views / BURST) * OPEN_S;
  const replicas = new Map(
    [...scaling].map(([name, { cpu, least }]) => {
      const busy = Math.ceil(cpuAt(name === 'web' ? 'nginx' : name) / cpu);
      return [
        name,
        Math.max(least, busy, name === 'public-menu' ? Math.ceil(open / (OPEN_MENUS_MAX / 2)) : 0),
      ] as const;
    }),
  );
  const of = (name: string) => {
    const wanted = replicas.get(name) ?? 0;
    const { most = 0 } = scaling.get(name) ?? {};
    return wanted > most ? `${wanted} (raise ${most})` : String(wanted);
  };
  const sum = (value: (name: string, one: Scaling) => number) =>
    [...scaling].reduce((total, [name, one]) => total + (replicas.get(name) ?? 0) * value(name, one), 0);
  const month = count * (bytes.visitsOfMonth + 30 * EDITS_A_DAY * bytes.edit);
  return [
    whole(count),
    `${whole(views)} and ${whole(open)}`,
    of('web'),
    of('gateway'),
    of('public-menu'),
    String(
      sum(() => 1) - ['web', 'gateway', 'public-menu'].reduce((total, name) => total + (replicas.get(name) ?? 0), 0),
    ),
    whole(sum((name, one) => (one.hasDatabase ? connectionsOf(name) : 0))),
    size(sum((_name, one) => one.memory)),
    (cpuAt('postgres') / 1e6).toFixed(1),
    size(count * bytes.restaurant),
    size(month),
    size(count * PICTURES * PICTURE_BYTES),
    size(count * Math.max(0, bytes.cachedMenu)),
  ];
}

const rows = [
  'Restaurants',
  'Menus opened a second, and open at once',
  'Pods of web',
  'of gateway',
  'of public-menu',
  'of all others',
  'Connections to PostgreSQL',
  'Memory that pods ask for',
  'CPUs of PostgreSQL',
  'Database at first',
  'more each month',
  'Pictures',
  'Redis (cache), all menus',
];
const columns = SIZES.map(need);
const [head = [], ...body] = rows.map((name, at) => [name, ...columns.map((column) => column[at] ?? '')]);
const assumed = `${VIEWS_A_DAY} views a day, each ${OPEN_S / 60} minutes long, ${BUSIEST_HOUR * 100} % of them in the busiest hour, in bursts of ${BURST} times
its average; ${EDITS_A_DAY} edits a day; ${PICTURES} pictures`;
const report = [
  `Calculated by \`npm run bench:sizes -- --write\` ${whenAndWhere()},
from the CPU time and bytes that it measures of a view and an edit. A restaurant has ${assumed}.
"raise" names a \`maxReplicas\` that is too small.`,
  table(head, body),
];
console.log(report.join('\n\n'));
if (options.write) writeReport('bench:sizes', report, FILE);
process.exit(0);
