import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runningDatabase } from '../../dev/local/running.ts';
import { type Database, databaseAt, databaseOfCompose, databaseOfKubernetes } from './database.ts';

const HOME = join(fileURLToPath(new URL('../../../', import.meta.url)), '.tavola');

/** Help text of a command: which database it uses. */
export const WHICH_DATABASE = `The database is that of the Compose stack in this folder with --compose; that of a Kubernetes namespace with
--kubernetes NAMESPACE, where the job "backups" runs (docs/kubernetes.md); otherwise the one at DATABASE_ADMIN_URL, or else
that of the running "npm start".`;

/**
 * The database that a command uses.
 * @throws Error with one line that says what to do when there is none.
 */
export async function whichDatabase(
  { compose, kubernetes }: { compose: boolean; kubernetes?: string | undefined },
  say: (line: string) => void,
): Promise<Database> {
  if (compose) return databaseOfCompose(composeCommand());
  if (kubernetes) return databaseOfKubernetes(kubernetes);
  const adminUrl = process.env.DATABASE_ADMIN_URL ?? runningDatabase(HOME);
  if (!adminUrl) {
    throw new Error(
      'Start Tavola first (npm start), or say which database: with --compose, --kubernetes or DATABASE_ADMIN_URL.',
    );
  }
  return databaseAt(adminUrl, say);
}

function composeCommand(): string[] {
  for (const command of [['docker', 'compose'], ['docker-compose']]) {
    const [program, ...args] = command as [string, ...string[]];
    if (spawnSync(program, [...args, 'version'], { stdio: 'ignore' }).status === 0) return command;
  }
  throw new Error('Docker Compose is not installed.');
}
