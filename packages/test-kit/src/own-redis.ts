import { temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { startRedis } from '@tavola/local-servers/redis.ts';
import { afterAll, TestRunner } from 'vitest';

/** A Redis that a test may stop and restart, on the same port. */
export interface OwnRedis {
  url: string;
  /** Stops it; a cache loses its data, a queue keeps it. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Freezes it: connections stay open, but there are no responses. */
  freeze(): void;
  thaw(): void;
}

/**
 * Starts a Redis for the calling test file; it is stopped after its tests. Call it outside of a test: inside one, vitest
 * ignores `afterAll`, so the server would keep running.
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

/** A Redis URL where nothing listens. */
export async function noRedis(): Promise<string> {
  const [port] = (await freePorts(1)) as [number];
  return `redis://127.0.0.1:${port}`;
}
