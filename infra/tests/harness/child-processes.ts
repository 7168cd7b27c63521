import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '@tavola/local-servers/program.ts';
import { afterAll } from 'vitest';
import { environmentOf, type ProcessName, startProcess, untilReady } from '../../dev/local/processes.ts';
import { type Servers, testSurroundings } from './surroundings.ts';

/** One of the product's processes as a test started it. */
export interface Running {
  name: ProcessName;
  /** Where it serves others; a worker serves nobody. */
  url: string;
  metricsUrl: string;
  program: Program;
  logFile: string;
  /** What it has written so far. */
  log(): string;
}

export interface Starter {
  start(name: ProcessName, more?: { nodeArgs?: string[]; env?: Record<string, string> }): Running;
}

/**
 * Starts the product's processes as they run, with the environment that each has, between these servers. To be called
 * outside of a test; they are ended after the calling file's tests.
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
        // A busy machine must not fail what is not about time.
        ...(name === 'gateway' && { ANSWER_WITHIN_MS: '15000' }),
        ...env,
      };
      const program = startProcess(name, ownEnv, { logFile, nodeArgs });
      started.push(program);
      return {
        name,
        url: `http://127.0.0.1:${name === 'qr-worker' ? 0 : around.ports[name]}`,
        metricsUrl: `http://127.0.0.1:${around.metricsPorts[name]}`,
        program,
        logFile,
        log: () => readFileSync(logFile, 'utf8'),
      };
    },
  };
}

/** Waits until all of them say that they are ready; on a busy machine a start takes its time. */
export const untilAllReady = (running: readonly Running[]): Promise<void> => untilReady(running, 60_000);
