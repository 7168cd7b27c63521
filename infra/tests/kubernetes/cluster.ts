import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Manifest } from '../../deploy/kubernetes/rendered.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const exec = promisify(execFile);
const MAX_OUTPUT = 64 * 1024 * 1024;

export const NAMESPACE = 'tavola-local';

/** A pod as far as it is read here. */
export interface RunningPod {
  metadata: { name: string; labels: Record<string, string>; deletionTimestamp?: string };
  spec: { containers: { name: string; image: string }[] };
  status: {
    podIP: string;
    conditions?: { type: string; status: string }[];
    containerStatuses?: {
      containerID: string;
      restartCount: number;
      lastState: { terminated?: { reason?: string } };
    }[];
  };
}

/** Runs a program in the repository's root; returns its stdout. */
export async function run(command: string, ...args: string[]): Promise<string> {
  const { stdout } = await exec(command, args, { cwd: root, maxBuffer: MAX_OUTPUT });
  return stdout;
}

/** Runs kubectl in the product's namespace; returns its stdout. */
export const kubectl = (...args: string[]) => run('kubectl', '-n', NAMESPACE, ...args);

/** The objects that `kubectl get` finds. */
export const list = async <Item>(...what: string[]): Promise<Item[]> =>
  (JSON.parse(await kubectl('get', ...what, '-o', 'json')) as { items: Item[] }).items;

/** Creates or changes objects. */
export function apply(...manifests: Manifest[]): Promise<string> {
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: manifests });
  const child = exec('kubectl', ['-n', NAMESPACE, 'apply', '-f', '-'], { cwd: root });
  child.child.stdin?.end(text);
  return child.then(({ stdout }) => stdout);
}

/** The process that a pod runs. */
export const processOf = ({ metadata }: RunningPod): string => metadata.labels['app.kubernetes.io/name'] ?? '';

/** The pods that serve and are not about to end; those of one process if it is named. */
export async function pods(name?: string): Promise<RunningPod[]> {
  const selector = name ? `app.kubernetes.io/name=${name}` : 'app.kubernetes.io/name';
  const found = await list<RunningPod>('pods', '-l', selector);
  return found.filter(
    ({ metadata, status }) =>
      !metadata.deletionTimestamp && status.conditions?.some((one) => one.type === 'Ready' && one.status === 'True'),
  );
}

/** Runs `script` with bash in a pod. */
export const inPod = (pod: string, script: string) => kubectl('exec', pod, '--', 'bash', '-c', script);

/** Waits until a Deployment has what it wants, and nothing else. */
export const untilRolledOut = (name: string) => kubectl('rollout', 'status', `deployment/${name}`, '--timeout=10m');
