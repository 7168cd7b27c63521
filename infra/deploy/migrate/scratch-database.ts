import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { OWNERS, type Owner } from '@tavola/contracts/topology.ts';
import { temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { dataHome, startPostgres } from '@tavola/local-servers/postgres.ts';
import { migrateAll } from './migrate-all.ts';

/** One throwaway password for every owner of a database that exists for minutes and listens on loopback only. */
export const scratchPasswords = Object.fromEntries(
  OWNERS.map((owner) => [owner, 'scratch-database-password']),
) as Record<Owner, string>;

/** Runs `act` with the URL of a fresh, migrated, embedded database, which is deleted afterwards. */
export async function withScratchDatabase(act: (adminUrl: string) => Promise<void>): Promise<void> {
  const folder = temporaryFolder('scratch');
  const dataDir = dataHome(join(folder.path, 'postgres'));
  const [port] = (await freePorts(1)) as [number];
  const { adminUrl, program } = await startPostgres({
    port,
    dataDir,
    logDir: folder.path,
    password: 'scratch-database-password',
    isThrowaway: true,
  });
  try {
    await migrateAll(adminUrl, scratchPasswords);
    await act(adminUrl);
  } finally {
    await program.stop();
    rmSync(dataDir, { recursive: true, force: true });
    folder.remove();
  }
}
