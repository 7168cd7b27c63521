import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { type Program, startProgram, untilReady } from '@tavola/local-servers/program.ts';
import { startRedis } from '@tavola/local-servers/redis.ts';
import sharp from 'sharp';
import { type ProcessName, programOf } from '../local/processes.ts';
import { localSecrets } from '../local/secrets.ts';
import { ownerUrl } from '../migrate/owners.ts';
import { scratchPasswords, withScratchDatabase } from '../migrate/scratch-database.ts';
import { cpuOf, residentOf } from './lib/processes.ts';
import { qrOwner } from './lib/qr-owner.ts';
import { aroundReport, ms, size, table, whenAndWhere, whole, writeReport } from './lib/report.ts';
import { ownerTokens } from './lib/tokens.ts';

// npm run bench:qr: what codes cost, measured at the service with one worker process, into docs/performance.md.
// `-- --jobs N` says over how many images memory is watched; with fewer than 5,000 nothing is written.

const GOAL_JOBS = 5_000;
const { values } = parseArgs({ options: { jobs: { type: 'string', default: String(GOAL_JOBS) } } });
const jobs = Number(values.jobs);
if (!Number.isInteger(jobs) || jobs < 1_000)
  throw new Error(`--jobs must be a whole number from 1,000, not ${values.jobs}.`);
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
// The engine leaves a timer behind that would hold the process for 10 s.
process.exit(0);

async function measure(adminUrl: string): Promise<void> {
  const { url, worker, token } = await start(adminUrl);
  const owner = qrOwner(url, token);
  await owner.style({ ...LOOK, logo: await logo() });
  const ids: string[] = [];
  for (let run = 0; run < 4; run += 1) ids.push(...(await owner.run(`Room ${run}`, 200)));

  // A worker that has just started compiles what it runs: not what is asked here.
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

  const sheets: { layout: string; seconds: number; bytes: number }[] = [];
  for (const layout of ['4', '12', 'tent']) {
    const startedAt = performance.now();
    const bytes = await owner.sheet({ codeIds: ids.slice(0, 200), layout });
    sheets.push({ layout, seconds: (performance.now() - startedAt) / 1_000, bytes });
    console.log(`200 codes as PDF, layout ${layout}: ${sheets.at(-1)?.seconds.toFixed(1)} s`);
  }
  const slowest = Math.max(...sheets.map(({ seconds }) => seconds));

  const held: { done: number; bytes: number }[] = [{ done: 0, bytes: residentOf(worker) }];
  for (let done = 0; done < jobs; ) {
    // Another style makes other images of the same codes.
    await owner.style({ caption: `Style ${done}` });
    const most = Math.min(ids.length, jobs - done);
    await owner.images(ids.slice(0, most), 512);
    done += most;
    held.push({ done, bytes: residentOf(worker) });
    console.log(`after ${done} images: ${size(residentOf(worker))}`);
  }
  // What the first images leave behind is the worker's own; growth after that would be a leak.
  const [, early] = held as [unknown, { bytes: number }];
  const growth = (held.at(-1)?.bytes ?? 0) / early.bytes - 1;

  const parts = [
    `Made by \`npm run bench:qr\` ${whenAndWhere()}; Node ${process.versions.node}, one worker process; the machine's load was ${busy.toFixed(1)} before.`,
    table(
      ['', 'measured', 'goal', ''],
      [
        [
          'CPU of the worker for a 1024 px PNG with logo and caption, read back three times, kept',
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
          `The worker's memory after ${whole(jobs)} more images, against after the first ${whole(held[1]?.done ?? 0)}`,
          `${growth < 0 ? '' : '+'}${(growth * 100).toFixed(0)} %`,
          '≤ 15 %',
          verdict(growth <= 0.15),
        ],
      ],
    ),
    table(
      ['200 codes', 'seconds', 'file'],
      sheets.map(({ layout, seconds, bytes }) => [
        layout === 'tent' ? 'table tents' : `${layout} per page`,
        seconds.toFixed(1),
        size(bytes),
      ]),
    ),
    table(
      ['images drawn', ...held.map(({ done }) => whole(done))],
      [['memory (RSS)', ...held.map(({ bytes }) => size(bytes))]],
    ),
  ];
  if (jobs >= GOAL_JOBS) writeReport('bench:qr', parts);
  else console.log(parts.join('\n\n'));
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'missed';
}

/** Starts Redis, qr and one worker; auth is not asked by anything that is measured. */
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
    JWT_PUBLIC_KEY: secrets.jwtPublicKey,
    SERVICE_TOKEN: secrets.serviceToken,
    PUBLIC_ORIGIN: 'https://menus.example',
  };
  const launch = (name: ProcessName) => {
    const one = startProgram({
      name,
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', program(name)],
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

/** A logo with as much in it as logos have. */
async function logo(): Promise<string> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><defs><linearGradient id="g"><stop stop-color="#d94f2b"/><stop offset="1" stop-color="#f2b84b"/></linearGradient></defs><rect width="400" height="400" rx="80" fill="url(#g)"/><circle cx="200" cy="200" r="110" fill="none" stroke="#fff" stroke-width="28"/></svg>';
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
