import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isPortTaken } from './ports.ts';
import { commandOrInstall, type Program, startProgram, untilReady } from './program.ts';

interface RedisServer {
  url: string;
  program: Program;
}

interface RedisOptions {
  /** `cache` may evict and keeps nothing on disk; `queue` never evicts and survives a restart. */
  role: 'cache' | 'queue';
  port: number;
  dataDir: string;
  logDir: string;
  say?: (line: string) => void;
}

/** Starts redis-server (or valkey-server) in one of the two roles on loopback. */
export async function startRedis({ role, port, dataDir, logDir, say = () => {} }: RedisOptions): Promise<RedisServer> {
  const command = await commandOrInstall(['redis-server', 'valkey-server'], ['redis-server'], say);
  const name = `redis-${role}`;
  const dir = join(dataDir, name);
  mkdirSync(dir, { recursive: true });
  mkdirSync(logDir, { recursive: true });
  const logFile = join(logDir, `${name}.log`);
  const roleArgs =
    role === 'cache'
      ? ['--appendonly', 'no', '--maxmemory', '256mb', '--maxmemory-policy', 'allkeys-lru']
      : ['--appendonly', 'yes', '--maxmemory', '384mb', '--maxmemory-policy', 'noeviction'];
  const program = startProgram({
    name,
    command,
    args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '', ...roleArgs],
    logFile,
  });
  await untilReady(program, logFile, () => isPortTaken(port));
  return { url: `redis://127.0.0.1:${port}`, program };
}
