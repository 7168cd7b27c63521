import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What a start creates in its home folder. */
const OWN = [
  'postgres',
  'postgres.elsewhere',
  'redis-cache',
  'redis-queue',
  'nginx',
  'logs',
  'outbox',
  'pictures',
  'running.json',
  'secrets.json',
];

/** Deletes what earlier starts created in `home`. Without `secrets.json` there was none, and the files are somebody else's. */
export function deleteData(home: string): void {
  if (!existsSync(join(home, 'secrets.json'))) return;
  for (const name of OWN) rmSync(join(home, name), { recursive: true, force: true });
}
