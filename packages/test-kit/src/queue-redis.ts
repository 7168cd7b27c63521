import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { startRedis } from '@tavola/local-servers/redis.ts';
import { afterAll } from 'vitest';

/** A Redis of one test file's own, for what must not meet other files' messages, and for outages. */
export interface QueueRedis {
  url: string;
  /** Ends the server; what it holds is kept. */
  stop(): Promise<void>;
  /** Starts it again, on the same port and with what it held. */
  start(): Promise<void>;
}

/** Starts a Redis in the queue's role for the calling test file; it is gone after its tests. */
export async function queueRedis(): Promise<QueueRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'tavola-redis-'));
  const [port] = (await freePorts(1)) as [number];
  const begin = () => startRedis({ role: 'queue', port, dataDir: folder, logDir: folder });
  let server = await begin();
  afterAll(async () => {
    await server.program.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url: server.url,
    stop: () => server.program.stop(),
    async start() {
      server = await begin();
    },
  };
}
