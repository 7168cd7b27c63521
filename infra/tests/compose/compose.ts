import { execFile, spawn, spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const exec = promisify(execFile);
const MAX_OUTPUT = 64 * 1024 * 1024;
/** What the names of stacks under test begin with; the machine's name, since process numbers are a machine's. */
const PREFIX = `tavola-test-${hostname()
  .toLowerCase()
  .replace(/[^a-z\d]/g, '')}-`;

/** Removes everything, including the data. */
export const DOWN = ['down', '-v', '--remove-orphans', '-t', '5'];

/** The product from docker-compose.yml, under its own project name. */
export interface Stack {
  /** The containers of `service`, oldest first. */
  containersOf(service: string): Promise<string[]>;
  /** Runs docker-compose; returns its stdout. What it starts does not start again with Docker's engine. */
  compose(...args: string[]): Promise<string>;
  /** Runs docker; returns its stdout. */
  docker(...args: string[]): Promise<string>;
  /** Removes the stack and its data once this process has ended in any way. Returns a function that cancels this. */
  downAfterUs(): () => void;
  /** Waits until the container is healthy. */
  untilHealthy(container: string): Promise<void>;
  /** The response to `path` on the container's own `port`, requested inside the container, so without proxies. */
  ask(container: string, port: number, path: string): Promise<{ status: number; text: string }>;
}

/** This machine's Compose command, or null when there is none or no engine responds. */
export function composeCommand(): string[] | null {
  if (spawnSync('docker', ['info'], { stdio: 'ignore' }).status !== 0) return null;
  const commands = [['docker', 'compose'], ['docker-compose']];
  return (
    commands.find(([name = '', ...rest]) => spawnSync(name, [...rest, 'version'], { stdio: 'ignore' }).status === 0) ??
    null
  );
}

/** A project name for this process's stack, by which later runs see whose it was. */
export const ownProject = () => `${PREFIX}${process.pid}`;

/** Removes the stacks, with their data, of this machine's runs that have ended without doing so, for instance with the engine. */
export async function removeLeftovers(): Promise<void> {
  const names = await exec('docker', ['ps', '-a', '--format', '{{.Label "com.docker.compose.project"}}']);
  for (const project of new Set(names.stdout.split('\n').filter((name) => name.startsWith(PREFIX)))) {
    const isOver = project === ownProject() || !isRunning(Number(project.slice(PREFIX.length)));
    if (isOver) await stackOf(project, {}).compose(...DOWN);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * The stack of `project`, started or not; `settings` are the variables of .env.example.
 * @throws Error when this machine has no Compose.
 */
export function stackOf(project: string, settings: Readonly<Record<string, string>>): Stack {
  const [command, ...first] = composeCommand() ?? [];
  if (!command) throw new Error('There is no Docker engine that answers, or no Compose, on this machine.');
  const env = { ...process.env, ...settings };
  const run = async (name: string, args: string[]) => {
    const { stdout } = await exec(name, args, { cwd: root, env, maxBuffer: MAX_OUTPUT });
    return stdout;
  };
  const docker: Stack['docker'] = (...args) => run('docker', args);
  const composeArgs = (args: string[]) => [
    ...first,
    '--project-name',
    project,
    '-f',
    join(root, 'docker-compose.yml'),
    '--profile',
    'demo',
    ...args,
  ];
  return {
    docker,
    async compose(...args) {
      const said = await run(command, composeArgs(args));
      if (args[0] === 'up') {
        const ids = await docker('ps', '-aq', '--filter', `label=com.docker.compose.project=${project}`);
        // Of a run that ended with the engine, all containers would come back with it and slow down every later run.
        await docker('update', '--restart', 'no', ...ids.split('\n').filter(Boolean));
      }
      return said;
    },
    downAfterUs() {
      // A Compose command still running would recreate what is being removed.
      const script = `
        while kill -0 "$0" 2>/dev/null; do sleep 1; done
        for process in $(pgrep -f -- "--project-name $1 "); do [ $process = $$ ] || kill -9 $process; done
        shift; exec "$@"`;
      const args = ['-c', script, String(process.pid), project, command, ...composeArgs(DOWN)];
      const watcher = spawn('bash', args, { cwd: root, env, detached: true, stdio: 'ignore' });
      watcher.unref();
      return () => watcher.kill();
    },
    async containersOf(service) {
      const labels = [`com.docker.compose.project=${project}`, `com.docker.compose.service=${service}`];
      const ids = await docker('ps', '-q', '--no-trunc', ...labels.flatMap((label) => ['--filter', `label=${label}`]));
      return ids.split('\n').filter(Boolean).reverse();
    },
    async untilHealthy(container) {
      // Runs the container's own health check now: Docker runs it far less often, even during a start. It is repeated inside, since
      // each command that Docker starts in a container costs a tenth of a second of CPU time.
      const check = await docker('inspect', '-f', '{{json .Config.Healthcheck.Test}}', container);
      const [, ...command] = JSON.parse(check) as string[];
      const script = 'until "$@" 2>/dev/null; do sleep 0.3; done';
      await docker('exec', container, 'timeout', '120', 'sh', '-c', script, 'until', ...command).catch(() => {
        throw new Error(`${container} did not become healthy`);
      });
    },
    async ask(container, port, path) {
      // Uses bash, which each image has: starting Node would take half a second of CPU time.
      const script = 'exec 3<>"/dev/tcp/127.0.0.1/$0"; printf "GET %s HTTP/1.0\\r\\n\\r\\n" "$1" >&3; cat <&3';
      const said = await docker('exec', container, 'bash', '-c', script, String(port), path);
      const [head = '', ...text] = said.split('\r\n\r\n');
      return { status: Number(head.split(' ')[1]), text: text.join('\r\n\r\n') };
    },
  };
}
