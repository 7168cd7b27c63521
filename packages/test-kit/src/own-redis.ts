import { temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { startRedis } from '@tavola/local-servers/redis.ts';
import { afterAll, TestRunner } from 'vitest';

/** A Redis that a test may take away and give back, on the same port. */
export interface OwnRedis {
  url: string;
  /** Ends it; a cache forgets everything, a queue keeps what it holds. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Lets it hang: connections stay, answers don't come. */
  freeze(): void;
  thaw(): void;
}

/**
 * Starts a Redis of the calling test file's own; it is gone after its tests. To be called outside of a test: inside of
 * one vitest forgets `afterAll`, and the server would stay.
 */
export async function ownRedis(role: 'cache' | 'queue' = 'cache'): Promise<OwnRedis> {
  if (TestRunner.getCurrentTest()) throw new Error('ownRedis() inside of a test would never be stopped');
  const folder = temporaryFolder('redis');
  const [port] = (await freePorts(1)) as [number];
  const run = () => startRedis({ role, port, dataDir: folder.path, logDir: folder.path });
  let server = await run();
  let isRunning = true;
  const thaw = () => void process.kill(server.program.pid, 'SIGCONT');
  const stop = async () => {
    if (!isRunning) return;
    isRunning = false;
    thaw();
    await server.program.stop();
  };
  afterAll(async () => {
    await stop();
    folder.remove();
  });
  return {
    url: server.url,
    stop,
    async start() {
      server = await run();
      isRunning = true;
    },
    freeze: () => void process.kill(server.program.pid, 'SIGSTOP'),
    thaw,
  };
}

/** The URL of a Redis that is not there. */
export async function noRedis(): Promise<string> {
  const [port] = (await freePorts(1)) as [number];
  return `redis://127.0.0.1:${port}`;
}
