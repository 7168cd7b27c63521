import { seededRandom } from '../../dev/seed/random.ts';
import { seedMany } from '../../dev/seed/seed.ts';
import { type Bench, type Finding, type Goal, menuPath, probe, type Restaurant, restaurants } from '../lib/bench.ts';
import { contest, figuresTable } from '../lib/contest.ts';
import { headerOf } from '../lib/http-connection.ts';
import { readAll } from '../lib/read-all.ts';
import { size, table, whole } from '../lib/report.ts';
import { requestList } from '../lib/request-list.ts';
import { zipf as zipfDraws } from '../lib/statistics.ts';
import { wrk } from '../lib/wrk.ts';

const DRAWS = 200_000;
const WRITE_SHARE = 0.01;
const LEVELS = ['edge', 'memory', 'redis', 'origin', 'stale'];

/** Many restaurants with Zipf-distributed requests: few menus are read often, most rarely. One request in 100 is a write. */
export async function zipf(bench: Bench): Promise<Finding> {
  const goals: Goal[] = [];
  const parts: string[] = [];
  for (const tenants of bench.isQuick ? [1_000] : [1_000, 100_000]) {
    const began = performance.now();
    const { restaurants: added, items } = await seedMany(bench.db, tenants);
    if (added > 0)
      bench.say(
        `seeded ${added} restaurants with ${items} items in ${Math.round((performance.now() - began) / 1000)} s`,
      );
    const { ratio, text } = await mix(bench, tenants);
    parts.push(...text);
    if (tenants < 100_000) continue;
    goals.push({
      what: `Zipf mix over ${whole(tenants)} tenants, 1 % writes, through nginx`,
      goal: '≥ 0.50 of nginx static',
      measured: ratio.toFixed(2),
      isMet: ratio >= 0.5,
      whyMissed: 'a write costs milliseconds of CPU, and a first read costs nginx a file',
    });
  }
  return { title: 'A mix of many restaurants', goals, parts };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Reads until first-time requests are rare, or until the time limit. */
async function warm({ wrkCommand, isQuick }: Bench, url: string, requests: string) {
  const [part, most] = isQuick ? [5, 5] : [10, 60];
  let seconds = 0;
  let cold = 1;
  while (cold > 0.02 && seconds < most) {
    const { counts, requests: all } = await wrk(wrkCommand, { url, requests, seconds: part, isCounting: true });
    cold = (counts['200 origin'] ?? 0) / all;
    seconds += part;
  }
  return { seconds, cold };
}

async function mix(bench: Bench, tenants: number) {
  const { rivals, stack, db } = bench;
  const random = seededRandom(tenants);
  const all = await restaurants(db, "slug ~ '-[0-9]{5,6}$' AND slug NOT LIKE 'copy-%'", () => '');
  const byRank = random.shuffle(all).slice(0, tenants);
  if (byRank.length < tenants) throw new Error(`There are ${byRank.length} restaurants, not ${tenants}.`);
  const draw = zipfDraws(tenants, () => random.next());
  const reads: string[] = [];
  const requests: string[] = [];
  const read = new Set<Restaurant>();
  while (requests.length < DRAWS) {
    const restaurant = byRank[draw()] as Restaurant;
    const { slug, tenantId, itemId } = restaurant;
    const get = `GET ${menuPath(slug)}`;
    reads.push(get);
    read.add(restaurant);
    if (random.next() >= WRITE_SHARE) requests.push(get);
    else {
      const price = random.integer(100, 9_999) / 100;
      requests.push(`PUT /api/menu-items/${itemId} ${bench.tokenOf(tenantId)} ${JSON.stringify({ price })}`);
    }
  }

  // The file has the average size of the requested menus.
  const samples = reads.slice(0, 200).map((line) => line.slice('GET '.length));
  const bodies: Buffer[] = [];
  for (const path of samples) {
    const answer = await probe(bench.urlOf('public-menu') + path);
    if (headerOf(answer, 'content-encoding') === 'gzip') bodies.push(answer.body);
  }
  const mean = bodies.reduce((sum, body) => sum + body.length, 0) / bodies.length;
  const typical = bodies.sort((one, other) => Math.abs(one.length - mean) - Math.abs(other.length - mean))[0];
  if (typical) rivals.setMix(typical);

  const readList = requestList(bench.dir, reads);
  const load = { url: stack.origin, requests: requestList(bench.dir, requests) };
  const servers = ['nginx', 'gateway', 'public-menu', 'auth', 'menu', 'postgres', 'redis-cache'];
  // As on a platform that has run for a while.
  await readAll(
    stack.origin,
    Array.from(read, ({ slug }) => slug),
  );
  const warmed = await warm(bench, stack.origin, readList);
  const figures = await contest({ ...bench, seconds: bench.isQuick ? 3 : 8 }, [
    {
      name: 'nginx, one file for every path',
      servers: rivals.static.servers,
      load: { url: rivals.static.mixUrl, requests: readList },
    },
    { name: 'the site', servers: bench.servers(...servers), load },
    {
      name: 'the site, without the writes',
      servers: bench.servers(...servers),
      load: { url: stack.origin, requests: readList },
    },
  ]);
  const counted = await wrk(bench.wrkCommand, { ...load, seconds: bench.isQuick ? 3 : 8, isCounting: true });
  const share = (level: string) => (counted.counts[`200 ${level}`] ?? 0) / counted.requests;
  const ratio = figures[1]?.ratio ?? 0;
  const text = [
    `${whole(tenants)} tenants, drawn with Zipf(1.0), ${whole(read.size)} of them in ${whole(DRAWS)} draws that are repeated in that order; a menu is ${size(mean)} on average; writes change a price through the site with the owner's token. Measured after each was read once and ${warmed.seconds} s of the mix without its writes, ${percent(warmed.cold)} of whose last part came from the origin:`,
    figuresTable(figures, 'nginx static'),
    'Where the answers came from, of all in a run of its own that reads the heads:',
    table(
      [...LEVELS, 'writes and others'],
      [[...LEVELS.map(share), 1 - LEVELS.reduce((sum, level) => sum + share(level), 0)].map(percent)],
    ),
  ];
  return { ratio, text };
}
