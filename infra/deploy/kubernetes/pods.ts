import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import type { Manifest } from './rendered.ts';

/** A pod of a Deployment, StatefulSet, Job or CronJob. All of ours have one container. */
export interface Pod {
  name: string;
  owner: Manifest;
  labels: Record<string, string>;
  spec: IPodSpec;
  container: IContainer;
}

/** A process's environment at start: its variables, and the text of the files mounted from secrets, by path. */
export interface Surroundings {
  variables: Record<string, string>;
  files: Record<string, string>;
}

interface Template {
  template: { metadata: { labels: Record<string, string> }; spec: IPodSpec };
}

/** One pod of each workload in `manifests`. */
export const podsOf = (manifests: readonly Manifest[]): Pod[] =>
  manifests
    .filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job', 'CronJob'].includes(kind))
    .map((owner) => {
      const { spec: made } = owner as Manifest & { spec: Template | { jobTemplate: { spec: Template } } };
      const { metadata, spec } = ('jobTemplate' in made ? made.jobTemplate.spec : made).template;
      const [container, ...others] = spec.containers;
      if (!container || others.length > 0) throw new Error(`${owner.metadata.name} does not have one container`);
      return { name: owner.metadata.name, owner, labels: metadata.labels, spec, container };
    });

/**
 * The environment of `pod`'s container, where `manifests` has every ConfigMap and Secret that it names.
 * @throws Error that names a missing one.
 */
export function surroundingsOf({ name, spec, container }: Pod, manifests: readonly Manifest[]): Surroundings {
  const dataOf = (kind: 'ConfigMap' | 'Secret', wanted: string | undefined): Record<string, string> => {
    const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === wanted);
    if (!found) throw new Error(`${name}: there is no ${kind} ${wanted}`);
    const { data = {}, stringData = {} } = found as Manifest & Partial<Record<string, Record<string, string>>>;
    if (kind === 'ConfigMap') return data;
    const decoded = Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]);
    return { ...Object.fromEntries(decoded), ...stringData };
  };
  const textOf = (data: Record<string, string>, key: string): string => {
    const value = data[key];
    if (value === undefined) throw new Error(`${name}: there is no key ${key}`);
    return value;
  };

  const variables: Record<string, string> = {};
  for (const { configMapRef } of container.envFrom ?? [])
    Object.assign(variables, dataOf('ConfigMap', configMapRef?.name));
  for (const { name: variable, value, valueFrom } of container.env ?? []) {
    const { configMapKeyRef: reference } = valueFrom ?? {};
    if (value !== undefined) variables[variable] = value;
    else if (reference) variables[variable] = textOf(dataOf('ConfigMap', reference.name), reference.key);
    else throw new Error(`${name}: ${variable} comes from somewhere else than a ConfigMap`);
  }

  const files: Record<string, string> = {};
  for (const { name: volume, mountPath } of container.volumeMounts ?? []) {
    const { secret, projected } = spec.volumes?.find((one) => one.name === volume) ?? {};
    for (const [key, value] of Object.entries(secret ? dataOf('Secret', secret.secretName) : {}))
      files[`${mountPath}/${key}`] = value;
    for (const { secret: source } of projected?.sources ?? [])
      for (const { key, path } of source?.items ?? [])
        files[`${mountPath}/${path}`] = textOf(dataOf('Secret', source?.name), key);
  }
  return { variables, files };
}
