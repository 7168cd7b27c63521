import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWorker, type ProcessName } from '@tavola/contracts/topology.ts';
import type { Program } from '@tavola/local-servers/program.ts';
import { afterAll } from 'vitest';
import { environmentOf, startProcess, untilReady } from '../../dev/local/processes.ts';
import { type Servers, testSurroundings } from './surroundings.ts';

/** A running process of the product. */
export interface Running {
  name: ProcessName;
  /** The URL of its server; a worker has none. */
  url: string;
  metricsUrl: string;
  program: Program;
  logFile: string;
  /** Its output so far. */
  log(): string;
}

export interface Starter {
  start(name: ProcessName, more?: { nodeArgs?: string[]; env?: Record<string, string> }): Running;
}

/**
 * Starts the product's processes with their real environments, using these servers. Call it outside of a test; the processes
 * end after the calling file's tests.
 */
export async function processesBetween(servers: Servers): Promise<Starter> {
  const { around, folder } = await testSurroundings(servers, 'info');
  const started: Program[] = [];
  afterAll(() => Promise.all(started.map((program) => program.stop())));
  return {
    start(name, { nodeArgs = [], env = {} } = {}) {
      const logFile = join(folder, `${name}-${started.length}.log`);
      const ownEnv = {
        ...environmentOf(name, around),
        // A slow response on a busy machine must not fail a test that is not about time.
        ...(name === 'gateway' && { ANSWER_WITHIN_MS: '15000' }),
        ...env,
      };
      const program = startProcess(name, ownEnv, { logFile, nodeArgs });
      started.push(program);
      return {
        name,
        url: `http://127.0.0.1:${isWorker(name) ? 0 : around.ports[name]}`,
        metricsUrl: `http://127.0.0.1:${around.metricsPorts[name]}`,
        program,
        logFile,
        log: () => readFileSync(logFile, 'utf8'),
      };
    },
  };
}

/** Waits until all of them are ready; starting is slow on a busy machine. */
export const untilAllReady = (running: readonly Running[]): Promise<void> => untilReady(running, 60_000);
