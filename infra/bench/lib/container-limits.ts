import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { podsOf } from '../../deploy/kubernetes/pods.ts';
import { documents } from '../../deploy/kubernetes/rendered.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The memory that the container of each process may have, in bytes. */
interface ContainerLimits {
  compose: Readonly<Record<string, number>>;
  kubernetes: Readonly<Record<string, number>>;
}

/** The limits in docker-compose.yml and in the manifests, by the name of the container. */
export function containerLimits(): ContainerLimits {
  const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, { mem_limit: string }>;
  };
  const manifests = globSync(['base/*.yaml', 'overlays/local/stores.yaml'], { cwd: join(root, KUBERNETES) })
    .filter((file) => !file.endsWith('kustomization.yaml'))
    .flatMap((file) => documents(read(join(KUBERNETES, file))));
  const inPods = podsOf(manifests).map(({ name, container }) => [name, container.resources?.limits?.memory] as const);
  return {
    compose: mapped(Object.entries(services).map(([name, { mem_limit: limit }]) => [name, limit] as const)),
    kubernetes: mapped(inPods),
  };
}

/** PostgreSQL's shared buffers in docker-compose.yml, in bytes. */
export function sharedBuffers(): number {
  const [, size = ''] = /shared_buffers=(\w+)/.exec(read('docker-compose.yml')) ?? [];
  return bytesOf(size);
}

const KUBERNETES = 'infra/deploy/kubernetes';

const mapped = (limits: readonly (readonly [name: string, limit: unknown])[]) =>
  Object.fromEntries(limits.map(([name, limit]) => [name, bytesOf(String(limit))]));

/** The bytes in a size such as 512m, 1Gi or 256MB. */
function bytesOf(size: string): number {
  const [, number, unit] = /^(\d+)\s*([mg])/i.exec(size) ?? [];
  if (!number || !unit) throw new Error(`${size} is no size`);
  return Number(number) * 2 ** (unit.toLowerCase() === 'm' ? 20 : 30);
}
