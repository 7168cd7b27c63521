import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { localRateLimitFactor } from './processes.ts';
import { type Stack, startStack } from './stack.ts';

// npm start: runs the whole product on this machine until Ctrl-C.

const USAGE = `npm start                 start Tavola at http://localhost:8080
npm start -- --port 9000  at another port
npm start -- --fresh      begin anew: forget all data of earlier starts
npm start -- --home DIR   keep data, logs and mail in DIR instead of .tavola

RATE_LIMIT_FACTOR multiplies every limit of docs/limits.md (20 here, unless it is set).`;

const HOME = join(fileURLToPath(new URL('../../../', import.meta.url)), '.tavola');

/** Time limit for an orderly stop, in milliseconds; then the watchdog ends everything. */
const STOP_MS = 5_000;

const startedAt = Date.now();
const say = (line: string) => console.log(`  ${line}`);

const { port, home, fresh } = readArguments();
console.log('Tavola is starting');
let stack: Stack | undefined;
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
try {
  stack = await startStack({ home, port, fresh, rateLimitFactor: localRateLimitFactor(), say });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`
Tavola is up at ${stack.origin}  (after ${seconds} s)

  a menu        ${stack.origin}/menu/demo
  its owner     demo@tavola.test / demo-password
  the admin     admin@tavola.test / admin-password
  e-mail        ${process.env.MAIL_URL ? 'goes out by MAIL_URL' : `lands in ${stack.outboxDir}`}
  logs          ${stack.logDir}

Ctrl-C stops it. The data stays for the next start.`);
} catch (error) {
  fail(`Tavola did not start. ${(error as Error).message}`);
}

/** Stops everything in order. During start-up, or on a second signal, the faster watchdog does it. */
async function stop(): Promise<void> {
  if (!stack || isStopping) process.exit(1);
  isStopping = true;
  console.log('\nStopping …');
  setTimeout(() => process.exit(1), STOP_MS);
  await stack.stop();
  process.exit(0);
}

function readArguments(): { port: number; home: string; fresh: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '8080' },
        home: { type: 'string', default: HOME },
        fresh: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    if (!/^[0-9]{1,5}$/.test(values.port) || Number(values.port) < 1 || Number(values.port) > 65_535) {
      fail(`--port takes a number from 1 to 65535, not "${values.port}".`);
    }
    return { port: Number(values.port), home: resolve(values.home), fresh: values.fresh };
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
