import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { type Program, startProgram, untilReady } from '@tavola/local-servers/program.ts';
import { startRedis } from '@tavola/local-servers/redis.ts';
import sharp from 'sharp';
import { ownerUrl } from '../deploy/migrate/owners.ts';
import { scratchPasswords, withScratchDatabase } from '../deploy/migrate/scratch-database.ts';
import { NODE_ARGS, type ProcessName, programOf } from '../dev/local/processes.ts';
import { localSecrets } from '../dev/local/secrets.ts';
import { cpuOf, residentOf } from './lib/processes.ts';
import { qrOwner } from './lib/qr-owner.ts';
import { aroundReport, ms, size, table, whenAndWhere, whole, writeReport } from './lib/report.ts';
import { ownerTokens } from './lib/tokens.ts';

// npm run bench:qr: the cost of codes, measured at the service with one worker process; writes docs/performance.md.
// `-- --jobs N` sets the number of images over which memory is watched; below 5,000 nothing is written.

const GOAL_JOBS = 5_000;
/** Images drawn before the first memory reading, and between two readings. */
const WARM_UP = 1_000;
const LOOK_EVERY = 100;
const { values } = parseArgs({ options: { jobs: { type: 'string', default: String(GOAL_JOBS) } } });
const jobs = Number(values.jobs);
if (!Number.isInteger(jobs) || jobs < 10 * LOOK_EVERY)
  throw new Error(`--jobs must be a whole number from ${10 * LOOK_EVERY}, not ${values.jobs}.`);
if (jobs >= GOAL_JOBS) aroundReport('bench:qr');

const busy = loadavg()[0] as number;
const program = (name: ProcessName) => fileURLToPath(new URL(`../../${programOf(name)}`, import.meta.url));
const LOOK = { foreground: '#0b5a3c', background: '#fff6e5', caption: 'Scan for the menu' };

const folder = mkdtempSync(join(tmpdir(), 'tavola-bench-qr-'));
const running: Program[] = [];
try {
  await withScratchDatabase(measure);
} finally {
  for (const one of running.reverse()) await one.stop();
  rmSync(folder, { recursive: true, force: true });
}
// The engine leaves a timer that would keep the process alive for 10 s.
process.exit(0);

async function measure(adminUrl: string): Promise<void> {
  const { url, worker, token } = await start(adminUrl);
  const owner = qrOwner(url, token);
  await owner.style({ ...LOOK, logo: await logo() });
  const ids: string[] = [];
  for (let run = 0; run < 4; run += 1) ids.push(...(await owner.run(`Room ${run}`, 200)));

  // A new worker compiles its code first, which is not measured here.
  await owner.images(ids.slice(0, 100), 1024);
  const perImage: number[] = [];
  for (let round = 1; round < 6; round += 1) {
    const before = cpuOf(worker);
    await owner.images(ids.slice(round * 100, (round + 1) * 100), 1024);
    perImage.push((cpuOf(worker) - before) / 1_000 / 100);
  }
  perImage.sort((one, other) => one - other);
  const imageMs = perImage[2] as number;
  console.log(`one PNG of 1024 pixels with logo and caption: ${ms(imageMs)} of CPU`);

  const sheets: { layout: string; seconds: number; cpuSeconds: number; bytes: number }[] = [];
  for (const layout of ['4', '12', 'tent']) {
    const [startedAt, before] = [performance.now(), cpuOf(worker)];
    const bytes = await owner.sheet({ codeIds: ids.slice(0, 200), layout });
    const seconds = (performance.now() - startedAt) / 1_000;
    sheets.push({ layout, seconds, cpuSeconds: (cpuOf(worker) - before) / 1e6, bytes });
    console.log(`200 codes as PDF, layout ${layout}: ${sheets.at(-1)?.seconds.toFixed(1)} s`);
  }
  const slowest = Math.max(...sheets.map(({ seconds }) => seconds));

  const held: { done: number; bytes: number }[] = [];
  for (let done = -WARM_UP; done < jobs; done += LOOK_EVERY) {
    // Another style gives other images of the same codes.
    const at = (done + WARM_UP) % ids.length;
    if (at === 0) await owner.style({ caption: `Style ${done + WARM_UP}` });
    await owner.images(ids.slice(at, at + LOOK_EVERY), 512);
    if (done >= 0) held.push({ done: done + LOOK_EVERY, bytes: residentOf(worker) });
    if (done % 500 === 400) console.log(`after ${done + LOOK_EVERY} images: ${size(residentOf(worker))}`);
  }
  const slope = slopeOf(held.map(({ done, bytes }) => [done, bytes]));
  const sizes = held.map(({ bytes }) => bytes);
  const mean = sizes.reduce((sum, bytes) => sum + bytes, 0) / sizes.length;
  const growth = (slope * jobs) / mean;

  const parts = [
    `Made by \`npm run bench:qr\` ${whenAndWhere()}; Node ${process.versions.node}, one worker process; the machine's load was ${busy.toFixed(1)} before, ${(loadavg()[0] as number).toFixed(1)} at the end.`,
    table(
      ['', 'measured', 'goal', ''],
      [
        [
          'CPU of the worker for a 1024 px PNG with logo and caption, read back, kept',
          ms(imageMs),
          '≤ 60 ms',
          verdict(imageMs <= 60),
        ],
        [
          'A run of 200 codes as PDF, from the request to the finished file',
          `${slowest.toFixed(1)} s`,
          '≤ 15 s',
          verdict(slowest <= 15),
        ],
        [
          `Growth of the worker's memory over ${whole(jobs)} images (${size(Math.min(...sizes))} to ${size(Math.max(...sizes))}), by the line through ${held.length} looks`,
          `${signed(growth * 100)} %`,
          '≤ 5 %',
          verdict(growth <= 0.05),
        ],
      ],
    ),
    table(
      ['200 codes', 'seconds', 'CPU of the worker, s', 'file'],
      sheets.map(({ layout, seconds, cpuSeconds, bytes }) => [
        layout === 'tent' ? 'table tents' : `${layout} per page`,
        seconds.toFixed(1),
        cpuSeconds.toFixed(1),
        size(bytes),
      ]),
    ),
  ];
  if (jobs >= GOAL_JOBS) writeReport('bench:qr', parts);
  else console.log(parts.join('\n\n'));
}

/** The slope of the least-squares line through `points`. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [across, up] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - across) * (y - up), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - across) ** 2, 0);
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'missed';
}

/** Starts Redis, qr and one worker. Nothing measured here calls auth. */
async function start(adminUrl: string) {
  const [redisPort, port, nobody] = (await freePorts(3)) as [number, number, number];
  const redis = await startRedis({ role: 'queue', port: redisPort, dataDir: folder, logDir: folder });
  running.push(redis.program);
  const secrets = localSecrets(join(folder, 'secrets.json'));
  const env = {
    ...process.env,
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: ownerUrl(adminUrl, 'qr', scratchPasswords.qr),
    REDIS_QUEUE_URL: redis.url,
    AUTH_URL: `http://127.0.0.1:${nobody}`,
    MENU_URL: `http://127.0.0.1:${nobody}`,
    JWT_PUBLIC_KEY: secrets.jwtPublicKey,
    SERVICE_TOKEN: secrets.serviceToken,
    PUBLIC_ORIGIN: 'https://menus.example',
  };
  const launch = (name: ProcessName) => {
    const one = startProgram({
      name,
      command: process.execPath,
      args: [...NODE_ARGS, program(name)],
      logFile: join(folder, `${name}.log`),
      env,
    });
    running.push(one);
    return one;
  };
  const worker = launch('qr-worker');
  const url = `http://127.0.0.1:${port}`;
  await untilReady(launch('qr'), join(folder, 'qr.log'), async () => (await fetch(`${url}/health/ready`)).ok);
  return { url, worker: worker.pid, token: ownerTokens(secrets.jwtPrivateKey)(crypto.randomUUID()) };
}

/** A logo with a typical amount of detail. */
async function logo(): Promise<string> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><defs><linearGradient id="g"><stop stop-color="#d94f2b"/><stop offset="1" stop-color="#f2b84b"/></linearGradient></defs><rect width="400" height="400" rx="80" fill="url(#g)"/><circle cx="200" cy="200" r="110" fill="none" stroke="#fff" stroke-width="28"/></svg>';
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
