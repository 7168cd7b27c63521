import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ProcessName } from '@tavola/contracts/topology.ts';
import { temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import { freePorts } from '@tavola/local-servers/ports.ts';
import type { Program } from '@tavola/local-servers/program.ts';
import { afterAll } from 'vitest';
import { startProcess, untilReady } from '../../dev/local/processes.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The services of the previous commit. */
interface PreviousCommit {
  /** Starts one of its processes with `env` and returns its URL once it is ready; it ends after the calling file's tests. */
  start(name: ProcessName, env: Record<string, string>): Promise<string>;
}

/**
 * Checks out the commit before HEAD into its own folder, with the current npm packages. Call it outside of a test.
 * @throws Error when this clone lacks that commit.
 */
export async function previousCommit(): Promise<PreviousCommit> {
  const { path: tree, remove } = temporaryFolder('previous');
  const started: Program[] = [];
  afterAll(async () => {
    await Promise.all(started.map((program) => program.stop()));
    remove();
  });
  await checkOut(tree);
  shareNodeModules(tree);
  return {
    async start(name, env) {
      await generateClient(tree, name);
      const [port, metricsPort] = await freePorts(2);
      const logFile = join(tree, `${name}.log`);
      const ownEnv = { ...env, LOG_LEVEL: 'info', PORT: String(port), METRICS_PORT: String(metricsPort) };
      started.push(startProcess(name, ownEnv, { logFile, cwd: tree }));
      await untilReady([{ name, metricsUrl: `http://127.0.0.1:${metricsPort}`, logFile }], 60_000);
      return `http://127.0.0.1:${port}`;
    },
  };
}

async function checkOut(tree: string): Promise<void> {
  const archive = join(tree, 'commit.tar');
  await run('git', ['archive', '--format=tar', '-o', archive, 'HEAD~1'], { cwd: root }).catch((cause) => {
    throw new Error('The commit before HEAD is not in this clone. Fetch it first: git fetch --deepen=1', { cause });
  });
  await run('tar', ['-xf', archive], { cwd: tree });
}

/** npm packages are the current ones; the workspace's own packages link to the checked-out tree. */
function shareNodeModules(tree: string): void {
  for (const folder of ['', 'infra']) {
    const [ours, theirs] = [join(root, folder, 'node_modules'), join(tree, folder, 'node_modules')];
    mkdirSync(join(theirs, '@tavola'), { recursive: true });
    for (const name of readdirSync(ours).filter((one) => one !== '@tavola')) {
      symlinkSync(join(ours, name), join(theirs, name));
    }
  }
  const own = join('node_modules', '@tavola');
  for (const name of readdirSync(join(root, own))) {
    symlinkSync(readlinkSync(join(root, own, name)), join(tree, own, name));
  }
}

/** Uses the current client when the schema has not changed since. */
async function generateClient(tree: string, name: ProcessName): Promise<void> {
  const service = join('services', name);
  const generated = join(service, 'src', 'generated');
  if (!readdirSync(join(tree, service)).includes('prisma')) return;
  cpSync(join(root, generated), join(tree, generated), { recursive: true });
  await run('npm', ['run', '--silent', 'generate'], { cwd: join(tree, service) });
}
