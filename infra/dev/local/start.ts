import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startStack } from './stack.ts';

// npm start: the whole product on this machine, until Ctrl-C.

const USAGE = `npm start                 start Tavola at http://localhost:8080
npm start -- --port 9000  at another port
npm start -- --fresh      begin anew: forget all data of earlier starts`;

/** Here everybody has one address: whoever tries things out is to meet a limit later than a stranger would. */
const RATE_LIMIT_FACTOR = 20;

const home = join(fileURLToPath(new URL('../../../', import.meta.url)), '.tavola');
const startedAt = Date.now();
const say = (line: string) => console.log(`  ${line}`);

const { port, fresh } = readArguments();
console.log('Tavola is starting');
try {
  const stopping = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.resolve());
  const stack = await startStack({ home, port, fresh, rateLimitFactor: RATE_LIMIT_FACTOR, say });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`
Tavola is up at ${stack.origin}  (after ${seconds} s)

  a menu        ${stack.origin}/menu/demo
  its owner     demo@tavola.test / demo-password
  the admin     admin@tavola.test / admin-password
  e-mail        ${process.env.MAIL_URL ? 'goes out by MAIL_URL' : `lands in ${stack.outboxDir}`}
  logs          ${stack.logDir}

Ctrl-C stops it. The data stays for the next start.`);
  await stopping.promise;
  console.log('\nStopping …');
  // A second Ctrl-C while it stops ends this process; the next start cleans up after it.
  process.once('SIGINT', () => process.exit(1));
  await stack.stop();
  process.exit(0);
} catch (error) {
  fail(`Tavola did not start. ${(error as Error).message}`);
}

function readArguments(): { port: number; fresh: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '8080' },
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
    return { port: Number(values.port), fresh: values.fresh };
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
