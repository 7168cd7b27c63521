import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import { PROCESSES, SERVICES } from '@tavola/contracts/topology.ts';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IPersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import type { ISecret } from 'kubernetes-models/v1/Secret';
import type { IService } from 'kubernetes-models/v1/Service';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { UPLOAD_QUEUE } from '../../../services/media/src/picture/upload-queue.ts';
import { RENDER_QUEUE } from '../../../services/qr/src/rendering/render-queue.ts';
import { SHEET_QUEUE } from '../../../services/qr/src/sheet/sheet-queue.ts';
import { mayConnect, selects } from './network.ts';
import { type Pod, podsOf, surroundingsOf } from './pods.ts';
import { documents, type Manifest, OVERLAYS, type Overlay, rendered } from './rendered.ts';
import { problemsOf } from './schema.ts';

const SERVING = ['web', ...SERVICES];
const WITH_WEB = ['web', ...PROCESSES];
/** The jobs that run once at each roll-out, in this order. */
const JOBS = ['migrate', 'first-admin'];
/** The job that runs every night, and the one that opens its claim. */
const NIGHTLY = ['backup', 'open-backups'];
const STORES = ['postgres', 'redis-cache', 'redis-queue'];

/** A process's longest stop time, in seconds: packages/service-kit/src/runtime/lifecycle.ts. */
const STOP_S = 25;

const text = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
/** How long nginx serves on, and then finishes what it has begun, in milliseconds. */
const DRAIN_MS = Number(/DRAIN_DELAY_MS:-(\d+)/.exec(text('docker/start-nginx.sh'))?.[1]);
const SHUTDOWN_MS = Number(/worker_shutdown_timeout (\d+)s/.exec(text('nginx/nginx.conf'))?.[1]) * 1_000;

const example = documents(readFileSync(new URL('overlays/production/secrets.example.yaml', import.meta.url), 'utf8'));
const overlays = {} as Record<Overlay, Manifest[]>;

beforeAll(async () => {
  for (const overlay of OVERLAYS) overlays[overlay] = await rendered(overlay);
}, 180_000);

const kindOf = <Kind>(overlay: Overlay, kind: string) =>
  overlays[overlay].filter((manifest) => manifest.kind === kind) as (Manifest & Kind)[];
const named = <Kind>(overlay: Overlay, kind: string, name: string) => {
  const found = kindOf<Kind>(overlay, kind).find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`${overlay} has no ${kind} ${name}`);
  return found;
};
const podOf = (overlay: Overlay, name: string): Pod => {
  const found = podsOf(overlays[overlay]).find((pod) => pod.name === name);
  if (!found) throw new Error(`${overlay} has no pod ${name}`);
  return found;
};
const names = (manifests: readonly Manifest[]) => manifests.map(({ metadata }) => metadata.name).sort();

describe('the schema', () => {
  const deployment = () => structuredClone(named<IDeployment>('local', 'Deployment', 'auth'));

  it('refuses a value that does not fit, a missing field and one that Kubernetes does not know', async () => {
    const wrong = deployment();
    Object.assign(wrong.spec as object, { minReadySeconds: 'five' });
    expect(await problemsOf(wrong)).toEqual(['Deployment auth /spec/minReadySeconds: type integer']);

    const missing = deployment();
    Reflect.deleteProperty(missing.spec as object, 'template');
    expect(await problemsOf(missing)).toEqual(['Deployment auth /spec: required template']);

    const unknown = deployment();
    Object.assign(unknown.spec?.template?.spec?.containers[0] as object, { imagePullPolice: 'Always' });
    expect(await problemsOf(unknown)).toEqual([
      'Deployment auth /spec/template/spec/containers/0/imagePullPolice: is not a field',
    ]);
  });
});

describe.each(OVERLAYS)('the overlay "%s"', (overlay) => {
  const all = () => overlays[overlay];
  const pods = () => podsOf(all());
  /** The manifests with their secrets: production's are created by hand from the example. */
  const withSecrets = () => (overlay === 'local' ? all() : [...all(), ...example]);

  it('is made of objects as Kubernetes knows them', async () => {
    const problems = await Promise.all(all().map(problemsOf));
    expect(problems.flat()).toEqual([]);
    expect(new Set(all().map(({ metadata, kind }) => `${kind}/${metadata.name}`)).size).toBe(all().length);
  });

  it('has every process', () => {
    expect(names(pods().map(({ owner }) => owner))).toEqual(
      [...WITH_WEB, ...JOBS, ...NIGHTLY, ...(overlay === 'local' ? STORES : [])].sort(),
    );
  });

  it('gives a pod nothing that it does not need', () => {
    for (const { name, spec, container } of pods()) {
      expect({ name, ...spec }).toMatchObject({
        name,
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(spec.securityContext?.runAsUser, name).toBeGreaterThan(0);
      expect(container.securityContext, name).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      for (const share of [container.resources?.requests, container.resources?.limits])
        expect(Object.keys(share ?? {}), name).toEqual(['cpu', 'memory']);
    }
  });

  it('asks a process for its dependencies only when it wants to know whether to send it work', () => {
    for (const name of PROCESSES) {
      const { startupProbe, livenessProbe, readinessProbe } = podOf(overlay, name).container;
      expect(startupProbe?.httpGet, name).toEqual({ path: '/health/live', port: 'metrics' });
      expect(livenessProbe?.httpGet, name).toEqual({ path: '/health/live', port: 'metrics' });
      expect(readinessProbe?.httpGet, name).toEqual({ path: '/health/ready', port: 'metrics' });
    }
    const { startupProbe, livenessProbe, readinessProbe } = podOf(overlay, 'web').container;
    for (const probe of [startupProbe, livenessProbe]) expect(probe?.httpGet).toEqual({ path: '/', port: 'http' });
    expect(readinessProbe?.httpGet).toEqual({ path: '/health/ready', port: 'health' });
  });

  it('gives each answer to a probe five seconds, and asks PostgreSQL where its clients do', () => {
    for (const { name, container } of pods())
      for (const probe of [container.readinessProbe, container.livenessProbe].filter((one) => one !== undefined)) {
        expect(probe.timeoutSeconds, name).toBe(5);
        const [program, ...args] = probe.exec?.command ?? [];
        // At a start it serves its own script first, on a socket.
        if (program === 'pg_isready') expect(args).toContain('--host=127.0.0.1');
      }
  });

  it('lets a process serve on while its address is forgotten, and then end by itself', () => {
    const web = podOf(overlay, 'web');
    expect(web.container.lifecycle).toBeUndefined();
    expect(web.spec.terminationGracePeriodSeconds).toBeGreaterThan((DRAIN_MS + SHUTDOWN_MS) / 1_000);
    // Who sends requests to whatever is ready stops in time.
    const { periodSeconds = 10, failureThreshold = 3 } = web.container.readinessProbe ?? {};
    expect(periodSeconds * failureThreshold * 1_000).toBeLessThan(DRAIN_MS / 2);
    for (const name of PROCESSES) {
      const { spec, container } = podOf(overlay, name);
      const before = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
      expect(before, name).toBeGreaterThanOrEqual(5);
      expect(spec.terminationGracePeriodSeconds, name).toBeGreaterThanOrEqual(before + STOP_S);
    }
  });

  it('has a Service for each process that serves, on a port that its pods have', () => {
    const services = kindOf<IService>(overlay, 'Service');
    expect(names(services)).toEqual([...SERVING, 'web-edge', ...(overlay === 'local' ? STORES : [])].sort());
    for (const { metadata, spec } of services) {
      const chosen = pods().filter((pod) => selects({ matchLabels: spec?.selector ?? {} }, pod));
      expect(chosen, metadata.name).toHaveLength(1);
      const ports = chosen[0]?.container.ports ?? [];
      for (const { port, targetPort = port } of spec?.ports ?? []) {
        const target = ports.find((one) => one.name === targetPort || one.containerPort === targetPort);
        expect(target?.containerPort, metadata.name).toBe(port);
      }
    }
  });

  it('gives out all addresses behind a name, since those who ask choose among them', () => {
    const withAddress = kindOf<IService>(overlay, 'Service').filter(({ spec }) => spec?.clusterIP !== 'None');
    expect(names(withAddress)).toEqual(['web']);
  });

  it('keeps pictures in one volume of media and its worker, which pods on several nodes can share in production', () => {
    const sharing = pods().filter(({ spec, container }) =>
      spec.volumes?.some(
        ({ name, persistentVolumeClaim }) =>
          persistentVolumeClaim?.claimName === 'pictures' &&
          container.volumeMounts?.some((mount) => mount.name === name && mount.mountPath === '/pictures'),
      ),
    );
    expect(sharing.map(({ name }) => name).sort()).toEqual(['media', 'media-worker']);
    const { spec } = named<IPersistentVolumeClaim>(overlay, 'PersistentVolumeClaim', 'pictures');
    expect(spec?.accessModes).toEqual([overlay === 'local' ? 'ReadWriteOnce' : 'ReadWriteMany']);
  });

  it('opens nothing but web to the outside', () => {
    const open = kindOf<IService>(overlay, 'Service').filter(({ spec }) => (spec?.type ?? 'ClusterIP') !== 'ClusterIP');
    const led = kindOf<IIngress>(overlay, 'Ingress').flatMap(({ spec }) =>
      (spec?.rules ?? []).flatMap(({ http }) => http?.paths.map(({ backend }) => backend.service) ?? []),
    );
    const routed = kindOf<IHTTPRoute>(overlay, 'HTTPRoute').flatMap(({ spec }) =>
      (spec?.rules ?? []).flatMap(({ backendRefs = [] }) => backendRefs),
    );
    expect([...names(open), ...led.map((service) => service?.name), ...routed.map(({ name }) => name)]).toEqual([
      'web',
    ]);
    for (const service of led) expect(service?.port?.name).toBe('http');
    for (const { port } of routed) expect(port).toBe(8080);
  });

  it('names only ConfigMaps and Secrets that are there, and makes no key that nobody reads', () => {
    for (const pod of pods()) expect(() => surroundingsOf(pod, withSecrets()), pod.name).not.toThrow();
    const read = new Set(pods().flatMap(keysRead));
    for (const secret of withSecrets().filter(({ kind }) => kind === 'Secret')) {
      const { data, stringData } = secret as Manifest & ISecret;
      const keys = Object.keys({ ...data, ...stringData }).map((key) => `${secret.metadata.name}/${key}`);
      // When a secret is mounted whole, all its keys must be read.
      if (!read.has(secret.metadata.name)) expect(keys.filter((key) => !read.has(key))).toEqual([]);
    }
  });

  it('lets processes connect as their environment says, and no other way [P20]', () => {
    const wanted = new Set(['web → gateway:8080', 'web → public-menu:8080']);
    for (const pod of pods().filter(({ name }) => !STORES.includes(name))) {
      const { variables, files } = surroundingsOf(pod, withSecrets());
      // PUBLIC_ORIGIN is only printed on codes, never requested.
      const { PUBLIC_ORIGIN: _, ...asked } = variables;
      for (const text of [...Object.values(asked), ...Object.values(files)])
        for (const [, host, port] of text.matchAll(/^(?:https?|postgres|rediss?):\/\/(?:[^@/]*@)?([a-z-]+):(\d+)/g)) {
          const target = host === 'web-edge' ? 'web' : host;
          wanted.add(`${pod.name} → ${target}:${port}`);
        }
    }
    const possible = new Set<string>();
    for (const from of pods())
      for (const to of pods())
        for (const { containerPort } of to.container.ports ?? [])
          if (from !== to && mayConnect(all(), from, to, containerPort))
            possible.add(`${from.name} → ${to.name}:${containerPort}`);
    expect([...possible].sort()).toEqual([...wanted].sort());
  });

  it('lets Prometheus ask each of our processes for its figures', () => {
    const { spec } = named<INetworkPolicy>(overlay, 'NetworkPolicy', 'monitoring');
    const asked = pods().filter((pod) => selects(spec?.podSelector, pod));
    expect(names(asked.map(({ owner }) => owner))).toEqual([...PROCESSES, ...JOBS].sort());
    expect(spec?.ingress).toEqual([
      {
        from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
        ports: [{ port: 9464 }],
      },
    ]);
  });

  it('rolls out in steps: what processes stand on, the database, the processes', () => {
    const steps = Object.groupBy(all(), ({ metadata }) => metadata.labels?.['roll-out'] ?? 'first');
    for (const job of JOBS) expect(names(steps[job] ?? [])).toEqual([job]);
    expect(names(steps.serve ?? [])).toEqual([...WITH_WEB].sort());
    expect(names(steps.first ?? [])).toEqual(expect.arrayContaining(['default-deny', 'auth']));
  });
});

describe('a small cluster', () => {
  it('takes our images as they are built here, and asks no registry for them', () => {
    for (const { name, container } of podsOf(overlays.local)) {
      if ([...STORES, ...NIGHTLY].includes(name)) continue;
      expect(container.image, name).toMatch(/^tavola\/[a-z-]+:local$/);
      expect(container.imagePullPolicy ?? 'IfNotPresent', name).toBe('IfNotPresent');
    }
  });

  it('asks for less than two CPUs and three gigabytes', () => {
    const asked = podsOf(overlays.local)
      .filter(({ name }) => ![...JOBS, ...NIGHTLY].includes(name))
      .map(({ container }) => container.resources?.requests ?? {});
    const sum = (values: unknown[]) =>
      values.reduce<number>((total, value) => total + Number.parseInt(String(value), 10), 0);
    for (const { cpu, memory } of asked) expect(`${cpu} ${memory}`).toMatch(/^\d+m \d+Mi$/);
    expect(sum(asked.map(({ cpu }) => cpu))).toBeLessThan(1_500);
    expect(sum(asked.map(({ memory }) => memory))).toBeLessThan(3_072);
  });

  it('has a namespace of its own', () => {
    const namespaces = OVERLAYS.map((overlay) => {
      const [{ metadata }, ...others] = kindOf<Manifest>(overlay, 'Namespace') as [Manifest, ...Manifest[]];
      const spaces = new Set(overlays[overlay].map((one) => (one.metadata as { namespace?: string }).namespace));
      expect([others, [...spaces].filter(Boolean)]).toEqual([[], [metadata.name]]);
      for (const [, space] of JSON.stringify(overlays[overlay]).matchAll(/\.([a-z-]+)\.svc\.cluster\.local/g))
        expect(space).toBe(metadata.name);
      return metadata.name;
    });
    expect(namespaces).toEqual(['tavola-local', 'tavola', 'tavola']);
  });

  it('has one pod of each', () => {
    for (const { spec } of kindOf<IDeployment>('local', 'Deployment')) expect(spec?.replicas ?? 1).toBe(1);
    expect(kindOf('local', 'HorizontalPodAutoscaler')).toEqual([]);
  });
});

describe('production', () => {
  it('has at least two of each process, and more as they are needed', () => {
    const scalers = kindOf<IHorizontalPodAutoscaler>('production', 'HorizontalPodAutoscaler');
    expect(names(scalers)).toEqual([...WITH_WEB].sort());
    for (const { metadata, spec } of scalers) {
      expect(spec?.scaleTargetRef, metadata.name).toEqual({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        name: metadata.name,
      });
      expect(spec?.minReplicas, metadata.name).toBeGreaterThanOrEqual(2);
      // A fixed replica count would override the autoscaler at every roll-out.
      expect(named<IDeployment>('production', 'Deployment', metadata.name).spec?.replicas).toBeUndefined();
    }
  });

  it.each([
    ['qr-worker', [RENDER_QUEUE, SHEET_QUEUE]],
    ['media-worker', [UPLOAD_QUEUE]],
  ])('has a %s for what waits in its own queues', (name, queues) => {
    const { spec } = named<IHorizontalPodAutoscaler>('production', 'HorizontalPodAutoscaler', name);
    const [metric, ...others] = spec?.metrics?.map(({ external }) => external?.metric) ?? [];
    expect([metric?.name, others]).toEqual(['tavola_queue_jobs', []]);
    const { matchLabels = {}, matchExpressions = [] } = metric?.selector ?? {};
    expect(matchLabels.state).toBe('waiting');
    const chosen = matchExpressions.flatMap(({ key, values = [] }) => (key === 'queue' ? values : []));
    expect([...chosen, ...(matchLabels.queue ? [matchLabels.queue] : [])]).toEqual(queues);
  });

  it('keeps all but one of each process when a node is emptied', () => {
    const budgets = kindOf<IPodDisruptionBudget>('production', 'PodDisruptionBudget');
    expect(names(budgets)).toEqual([...WITH_WEB].sort());
    for (const { metadata, spec } of budgets) {
      expect(spec?.maxUnavailable).toBe(1);
      expect(
        podsOf(overlays.production)
          .filter((pod) => selects(spec?.selector, pod))
          .map(({ name }) => name),
      ).toEqual([metadata.name]);
    }
  });

  it('takes every image of ours from a registry, at a version', () => {
    for (const { container } of podsOf(overlays.production).filter(({ name }) => !NIGHTLY.includes(name)))
      expect(container.image).toMatch(/^registry\.example\/tavola\/[a-z-]+:\d+\.\d+\.\d+$/);
  });

  it("dumps with the version of PostgreSQL that a small cluster's own has", () => {
    for (const overlay of OVERLAYS)
      for (const name of NIGHTLY)
        expect(podOf(overlay, name).container.image).toBe(podOf('local', 'postgres').container.image);
  });

  it('keeps no more than one unfinished backup, however many fail', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tavola-backups-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [script = ''] = podOf('production', 'backup').container.args ?? [];
    writeFileSync(join(folder, 'pg_dump'), '#!/bin/sh\ntouch "$(echo "$6" | cut -d= -f2)"\nexit 1\n', { mode: 0o755 });
    const awake = join(folder, 'awake');
    writeFileSync(join(folder, 'pg_isready'), `#!/bin/sh\n[ -e ${awake} ]\n`, { mode: 0o755 });
    writeFileSync(join(folder, 'sleep'), `#!/bin/sh\ntouch ${awake}\n`, { mode: 0o755 });
    writeFileSync(join(folder, 'database_admin_url'), '');
    writeFileSync(join(folder, 'tavola-20260101T031700Z.dump.part'), '');
    const here = script.replaceAll('/backups', folder).replaceAll('/run/secrets', folder);
    const env = { PATH: `${folder}:${process.env.PATH}` };
    expect(() => execFileSync('sh', ['-euc', here], { env })).toThrow();
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toHaveLength(1);
    // It waited for the database.
    expect(readdirSync(folder)).toContain('awake');
  });

  it("lets those reach the managed databases who reach a small cluster's own", () => {
    for (const store of STORES) {
      const { spec } = named<INetworkPolicy>('production', 'NetworkPolicy', `to-${store}`);
      const local = named<INetworkPolicy>('local', 'NetworkPolicy', `to-${store}`).spec;
      expect(spec?.podSelector).toEqual(local?.podSelector);
      expect(spec?.egress?.map(({ ports }) => ports)).toEqual(local?.egress?.map(({ ports }) => ports));
    }
  });

  it.each([
    ['production', 'traefik'],
    ['production-gateway', 'envoy-gateway-system'],
  ] as const)('lets only the controller of "%s" reach the site', (overlay, namespace) => {
    const { spec } = named<INetworkPolicy>(overlay, 'NetworkPolicy', 'web');
    const controller = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } };
    expect(spec?.ingress?.[0]).toEqual({ from: [controller], ports: [{ port: 8080 }] });
  });

  it('with the Gateway API lets a stream last, and redirects no call', () => {
    const { spec } = named<IHTTPRoute>('production-gateway', 'HTTPRoute', 'tavola');
    expect(spec?.rules?.map(({ timeouts }) => timeouts)).toEqual([{ request: '0s' }]);
    const { spec: redirects } = named<IHTTPRoute>('production-gateway', 'HTTPRoute', 'to-https');
    const paths = redirects?.rules?.flatMap(({ matches = [] }) => matches.map(({ path }) => path?.value));
    expect(paths).toEqual(['/', '/menu', '/q', '/dashboard']);
    const rest = (overlay: Overlay) =>
      overlays[overlay]
        .filter(({ kind, metadata }) => !['Ingress', 'Gateway', 'HTTPRoute'].includes(kind) && metadata.name !== 'web')
        .map((one) => JSON.stringify(one));
    expect(rest('production-gateway')).toEqual(rest('production'));
  });

  it('holds no secret, only an example that is applied by nobody', () => {
    expect(kindOf('production', 'Secret')).toEqual([]);
  });
});

/** The secrets that `pod` mounts: `name` where it is mounted whole, else `name/key`. */
function keysRead({ spec }: Pod): string[] {
  return (spec.volumes ?? []).flatMap(({ secret: whole, projected }) => [
    ...(whole?.secretName ? [whole.secretName] : []),
    ...(projected?.sources ?? []).flatMap(({ secret }) =>
      (secret?.items ?? []).map(({ key }) => `${secret?.name}/${key}`),
    ),
  ]);
}
