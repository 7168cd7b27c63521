import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { type Program, startProgram } from '@tavola/local-servers/program.ts';
import { saysReady } from '@tavola/service-kit/runtime/health.ts';
import { keys, SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { afterAll } from 'vitest';
import { scratchPasswords } from '../../deploy/migrate/scratch-database.ts';
import {
  environmentOf,
  NODE_ARGS,
  PROCESSES,
  type ProcessName,
  programOf,
  type Surroundings,
  UNLIMITED,
} from '../../dev/local/processes.ts';
import { localSecrets } from '../../dev/local/secrets.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const fixture = (name: string) => join(root, 'services', 'public-menu', 'test', name);

/** One of the project's processes as a test started it. */
export interface Running {
  name: ProcessName;
  /** Where it serves others; a worker serves nobody. */
  url: string;
  metricsUrl: string;
  program: Program;
  /** What it has written so far. */
  log(): string;
}

export interface Starter {
  start(name: ProcessName, more?: { nodeArgs?: string[]; env?: Record<string, string> }): Running;
  urlOf(name: ProcessName): string;
}

/**
 * Starts the project's processes as they run, with the environment that each has, between these servers. To be called
 * outside of a test; they are ended after the calling file's tests.
 */
export async function processesBetween(
  servers: Pick<Surroundings, 'adminUrl' | 'redisCacheUrl' | 'redisQueueUrl'>,
): Promise<Starter> {
  const folder = mkdtempSync(join(tmpdir(), 'tavola-processes-'));
  const started: Program[] = [];
  afterAll(async () => {
    await Promise.all(started.map((program) => program.stop()));
    rmSync(folder, { recursive: true, force: true });
  });
  const numbers = await freePorts(2 * PROCESSES.length);
  const portsFrom = (first: number) =>
    Object.fromEntries(PROCESSES.map((name, at) => [name, numbers[first + at]])) as Record<ProcessName, number>;
  const around: Surroundings = {
    ...servers,
    publicOrigin: 'https://tavola.example',
    shellFile: fixture('shell.html'),
    renderFile: fixture('render.ts'),
    mailUrl: 'console:',
    edgeUrl: '',
    ports: portsFrom(0),
    metricsPorts: portsFrom(PROCESSES.length),
    secrets: {
      ...localSecrets(join(folder, 'secrets.json')),
      jwtPrivateKey: keys.privateKey,
      jwtPublicKey: keys.publicKey,
      serviceToken: SERVICE_TOKEN,
      ownerPasswords: scratchPasswords,
    },
    logLevel: 'info',
    rateLimitFactor: UNLIMITED,
  };
  const urlOf = (name: ProcessName) => `http://127.0.0.1:${name === 'qr-worker' ? 0 : around.ports[name]}`;
  return {
    urlOf,
    start(name, { nodeArgs = [], env = {} } = {}) {
      const logFile = join(folder, `${name}-${started.length}.log`);
      const program = startProgram({
        name,
        command: process.execPath,
        args: [...NODE_ARGS, ...nodeArgs, programOf(name)],
        cwd: root,
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
          ...environmentOf(name, around),
          // A busy machine must not fail what is not about time.
          ...(name === 'gateway' && { ANSWER_WITHIN_MS: '15000' }),
          ...env,
        },
        logFile,
      });
      started.push(program);
      return {
        name,
        url: urlOf(name),
        metricsUrl: `http://127.0.0.1:${around.metricsPorts[name]}`,
        program,
        log: () => readFileSync(logFile, 'utf8'),
      };
    },
  };
}

/** Waits until all of them say that they are ready; on a busy machine a start takes its time. */
export async function untilAllReady(running: readonly Running[], timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (const one of running) {
    while (!(await saysReady(one.metricsUrl))) {
      if (Date.now() > deadline) throw new Error(`${one.name} did not become ready:\n${one.log().slice(-2_000)}`);
      await rest(50);
    }
  }
}
