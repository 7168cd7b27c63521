import type { Manifest } from './rendered.ts';

interface Validator {
  (value: unknown): boolean;
  errors?: { instancePath: string; keyword: string; params: Record<string, unknown> }[] | null;
}

const kubernetes = (name: string) => `kubernetes-models/_schemas/IoK8sApi${name}`;
const gatewayApi = (name: string) => `@kubernetes-models/gateway-api/_schemas/IoK8sSigsGatewayApiApis${name}`;

/** The libraries' schema module of each kind used here. */
const SCHEMAS: Record<string, string> = {
  'v1 ConfigMap': kubernetes('CoreV1ConfigMap'),
  'v1 Namespace': kubernetes('CoreV1Namespace'),
  'v1 PersistentVolumeClaim': kubernetes('CoreV1PersistentVolumeClaim'),
  'v1 Secret': kubernetes('CoreV1Secret'),
  'v1 Service': kubernetes('CoreV1Service'),
  'apps/v1 Deployment': kubernetes('AppsV1Deployment'),
  'apps/v1 StatefulSet': kubernetes('AppsV1StatefulSet'),
  'autoscaling/v2 HorizontalPodAutoscaler': kubernetes('AutoscalingV2HorizontalPodAutoscaler'),
  'batch/v1 CronJob': kubernetes('BatchV1CronJob'),
  'batch/v1 Job': kubernetes('BatchV1Job'),
  'networking.k8s.io/v1 Ingress': kubernetes('NetworkingV1Ingress'),
  'networking.k8s.io/v1 NetworkPolicy': kubernetes('NetworkingV1NetworkPolicy'),
  'policy/v1 PodDisruptionBudget': kubernetes('PolicyV1PodDisruptionBudget'),
  'gateway.networking.k8s.io/v1 Gateway': gatewayApi('V1Gateway'),
  'gateway.networking.k8s.io/v1 HTTPRoute': gatewayApi('V1HTTPRoute'),
};

/**
 * The violations of Kubernetes' own schema in `manifest`, one line each: invalid values, missing fields and unknown fields.
 */
export async function problemsOf(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind, metadata } = manifest;
  const schema = SCHEMAS[`${apiVersion} ${kind}`];
  if (!schema) return [`${kind} ${metadata.name}: no schema is known for ${apiVersion} ${kind}`];
  const { validate } = (await import(schema)) as { validate: Validator };
  const { watched, unread } = watch(manifest);
  const problems = validate(watched)
    ? unread().map((path) => `${path}: is not a field`)
    : (validate.errors ?? []).map(
        ({ instancePath, keyword, params }) => `${instancePath}: ${keyword} ${Object.values(params)}`,
      );
  return problems.map((problem) => `${kind} ${metadata.name} ${problem}`);
}

/**
 * `value` in a proxy that records which fields are read. The library's validators ignore fields that their schema does not
 * name and read each field that it names, so unread fields are unknown to Kubernetes.
 */
function watch(value: unknown): { watched: unknown; unread: () => string[] } {
  const left: (() => string[])[] = [];
  const wrap = (part: unknown, path: string): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    const inside = new Map(Object.entries(part).map(([name, inner]) => [name, wrap(inner, `${path}/${name}`)]));
    const names = new Set(inside.keys());
    left.push(() => [...names].map((name) => `${path}/${name}`));
    return new Proxy(part, {
      get(target, name) {
        names.delete(String(name));
        return inside.get(String(name)) ?? Reflect.get(target, name);
      },
    });
  };
  return { watched: wrap(value, ''), unread: () => left.flatMap((names) => names()) };
}
