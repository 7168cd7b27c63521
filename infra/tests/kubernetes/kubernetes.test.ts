import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readCode } from '../../../services/qr/test/read-code.ts';
import { mayConnect } from '../../deploy/kubernetes/network.ts';
import { podsOf } from '../../deploy/kubernetes/pods.ts';
import { type Manifest, rendered } from '../../deploy/kubernetes/rendered.ts';
import { ask, openRestaurant, priceIn, type Restaurant } from '../compose/restaurant.ts';
import { type Kind, type LoadResult, startLoad } from '../compose/steady-load.ts';
import { usualLoad } from '../compose/usual-load.ts';
import { apply, inPod, kubectl, list, NAMESPACE, pods, processOf, run, untilRolledOut } from './cluster.ts';
import { note, noteLoad, report } from './report.ts';

// The product on a cluster, from nothing. The tests build on one another, in order.

const RATE = Number(process.env.KUBERNETES_RATE ?? 100);
/** Requests of a load that count. */
const ENOUGH = Number(process.env.KUBERNETES_ENOUGH ?? 1_000);
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36';
const { KUBERNETES_LOAD: loadCommand, KUBERNETES_KILL: killCommand } = process.env;

const local = await rendered('local');
const production = await rendered('production');
const processes = local
  .filter(({ kind, metadata }) => kind === 'Deployment' && metadata.labels?.['roll-out'] === 'serve')
  .map(({ metadata }) => metadata.name);
/** Processes that answer requests behind web. */
const behindWeb = processes.filter((name) => name !== 'web' && !name.endsWith('-worker'));

let origin: string;
let restaurants: [Restaurant, ...Restaurant[]];

/** Runs a command of the environment with more arguments. */
const hook = (command: string, ...args: string[]) => run('sh', '-c', `${command} "$@"`, 'sh', ...args);
const seconds = (startedAt: number) => `${((performance.now() - startedAt) / 1_000).toFixed(0)} s`;

beforeAll(async () => {
  const images = [...new Set(podsOf(local).map(({ container }) => container.image as string))].filter((image) =>
    image.startsWith('tavola/'),
  );
  const next = images.map((image) => image.replace(/local$/, 'next'));
  if (loadCommand) {
    for (const [at, image] of images.entries()) await run('docker', 'tag', image, next[at] as string);
    await hook(loadCommand, ...images, ...next);
  }
  await run('kubectl', 'delete', 'namespace', NAMESPACE, '--ignore-not-found', '--timeout=5m');
  const [node] = JSON.parse(await run('kubectl', 'get', 'nodes', '-o', 'json')).items;
  const { address } = node.status.addresses.find(({ type }: { type: string }) => type === 'InternalIP');
  origin = process.env.KUBERNETES_SITE ?? `http://${address}:30080`;
});

afterAll(() => report(RATE));

/** Whether the site answers. */
const isUp = () =>
  fetch(origin, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Runs `act` under load, and until enough requests were sent. */
async function under(kinds: readonly Kind[], act: () => Promise<unknown>): Promise<LoadResult> {
  const load = startLoad([origin], kinds, RATE);
  try {
    await act();
    while (load.sent() < ENOUGH) await sleep(500);
  } finally {
    await load.stop();
  }
  return load.stop();
}

describe('a roll-out', () => {
  it('brings everything up from nothing, each job at its first try', async () => {
    await run('node', 'infra/deploy/kubernetes/make-local-secrets.ts');
    const startedAt = performance.now();
    await run('infra/deploy/kubernetes/roll-out.sh', 'local');
    await expect.poll(isUp, { timeout: 60_000, interval: 500 }).toBe(true);
    note('Rolled out from nothing', seconds(startedAt));
    const jobs = await list<{ metadata: { name: string }; status: { failed?: number } }>('jobs');
    expect(jobs.map(({ metadata, status }) => [metadata.name, status.failed ?? 0]).sort()).toEqual([
      ['first-admin', 0],
      ['migrate', 0],
    ]);
  });

  it('ends within seconds when a job fails, and says which', async () => {
    const database = (isOpen: boolean) =>
      inPod(
        'postgres-0',
        `psql -h 127.0.0.1 -U postgres -d postgres -c 'ALTER DATABASE tavola ALLOW_CONNECTIONS ${isOpen}'`,
      );
    const startedAt = performance.now();
    await database(false);
    const said = await run('infra/deploy/kubernetes/roll-out.sh', 'local').catch(({ stderr }) => String(stderr));
    await database(true);
    expect(said).toContain('migrate failed. The processes are as they were.');
    expect(said).toContain('not currently accepting connections');
    note('A failed migration', `said after ${seconds(startedAt)}`);
    await run('infra/deploy/kubernetes/roll-out.sh', 'local');
  });
});

describe('the product', () => {
  beforeAll(async () => {
    // A slow answer on a busy machine must not fail a test that is not about time.
    await kubectl('set', 'env', 'deployment/gateway', 'ANSWER_WITHIN_MS=15000');
    await untilRolledOut('gateway');
    const open = () => openRestaurant(origin);
    restaurants = [await open(), await open(), await open(), await open()];
  });

  it('leads from a sign-up to a menu, its code, a picture, an edit that an open menu hears of, and figures', async () => {
    const [{ slug, token, tenantId, picture, setPrice }] = restaurants;
    const menu = `/api/public/menu/${slug}`;
    expect(priceIn((await ask(origin, menu)).text)).toBe(13.5);
    expect((await ask(origin, `/menu/${slug}`)).text).toContain('Tagliatelle');
    const { body: code } = await ask(origin, '/api/qr-code', { token });
    const link = new URL((await readCode(Buffer.from(code.qrCode.split(',')[1], 'base64'))) ?? '');
    const { headers } = await ask(origin, link.pathname, { status: 302 });
    expect(headers.get('location')).toContain(`/menu/${slug}?c=`);
    expect((await ask(origin, picture.file)).headers.get('content-type')).toBe('image/jpeg');

    const watching = new AbortController();
    const stream = await fetch(`${origin}${menu}/events`, { signal: watching.signal });
    const heard = (async () => {
      let said = '';
      for await (const chunk of stream.body as ReadableStream<Uint8Array>) {
        said += Buffer.from(chunk).toString();
        if (/^event: /m.test(said)) return said;
      }
      return said;
    })();
    const changedAt = performance.now();
    await setPrice(14.25);
    await expect
      .poll(async () => priceIn((await ask(origin, menu)).text), { timeout: 20_000, interval: 50 })
      .toBe(14.25);
    note('An edit shows', `${(performance.now() - changedAt).toFixed(0)} ms after it was sent`);
    expect(await heard).toMatch(/^event: /m);
    watching.abort();

    const figures = async () => (await ask(origin, '/api/dashboard/stats', { token })).body;
    const { totalViews } = await figures();
    // Without a browser's name it would be taken for a robot's.
    await fetch(`${origin}/api/public/visits`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': PHONE },
      body: JSON.stringify({ tenantId, seconds: 12 }),
    });
    await expect
      .poll(async () => (await figures()).totalViews, { timeout: 60_000, interval: 500 })
      .toBeGreaterThan(totalViews);
    note('Sign-up, menu, code, picture, stream, figures', 'work');
  });
});

describe('network policies', () => {
  it('open what they say, between any two pods, and nothing else', async () => {
    const running = await pods();
    const planned = podsOf(local);
    const open = new Set<string>();
    const wanted = new Set<string>();
    let tried = 0;
    for (const from of running) {
      const script: string[] = [];
      for (const to of running) {
        const [one, other] = [from, to].map((pod) => planned.find(({ name }) => name === processOf(pod)));
        if (from === to || !one || !other) continue;
        for (const { containerPort: port } of other.container.ports ?? []) {
          const way = `${one.name} → ${other.name}:${port}`;
          tried += 1;
          if (mayConnect(local, one, other, port)) wanted.add(way);
          script.push(`(timeout 3 bash -c '</dev/tcp/${to.status.podIP}/${port}' 2>/dev/null && echo '${way}') &`);
        }
      }
      const said = await inPod(from.metadata.name, `${script.join('\n')}\nwait`);
      for (const way of said.split('\n').filter(Boolean)) open.add(way);
    }
    expect([...open].sort()).toEqual([...wanted].sort());
    note('Connections between pods', `${open.size} of ${tried} are open, those that the policies name`);
  });
});

describe('with two pods of each', () => {
  let kinds: Kind[];

  beforeAll(async () => {
    await kubectl('scale', '--replicas=2', ...processes.map((name) => `deployment/${name}`));
    for (const name of processes) await untilRolledOut(name);
    kinds = await usualLoad(origin, restaurants);
    // New processes are slow at first.
    await under(kinds, () => sleep(20_000));
  });

  it.each(processes)('a restart of %s loses no request', async (name) => {
    const result = await under(kinds, async () => {
      await kubectl('rollout', 'restart', `deployment/${name}`);
      await untilRolledOut(name);
    });
    noteLoad(`Restart of ${name}`, result);
    expect(result.failures).toEqual([]);
  });

  it('web loses no request of a proxy that goes on sending to pods that end, until they are not ready', async (context) => {
    const addresses = async () => {
      const slices = await list<{ endpoints: { addresses: string[]; conditions: { serving?: boolean } }[] }>(
        'endpointslices',
        '-l',
        'kubernetes.io/service-name=web',
      );
      const serving = slices.flatMap(({ endpoints }) => endpoints.filter(({ conditions }) => conditions.serving));
      return serving.map((endpoint) => `http://${endpoint.addresses[0]}:8080`);
    };
    const [first = ''] = await addresses();
    if (!(await reaches(first))) {
      note('A proxy that sends to pods', 'not tried: pods can’t be reached from here');
      context.skip();
    }
    const running = startLoad(await addresses(), kinds, RATE);
    let isOver = false;
    // As a controller does: it hears of a change within a second.
    const following = (async () => {
      for (; !isOver; await sleep(1_000)) void running.use(await addresses());
    })();
    try {
      await kubectl('rollout', 'restart', 'deployment/web');
      await untilRolledOut('web');
      // The last old pod serves for 15 s.
      await sleep(20_000);
      while (running.sent() < ENOUGH) await sleep(500);
    } finally {
      isOver = true;
      await following.finally(running.stop);
    }
    const result = await running.stop();
    noteLoad('Restart of web behind a proxy that sends to pods', result);
    expect(result.failures).toEqual([]);
  });

  it('an update of all to another image loses no request', async () => {
    const result = await under(kinds, async () => {
      for (const name of [...processes.filter((one) => !['gateway', 'web'].includes(one)), 'gateway', 'web']) {
        const image = podsOf(local)
          .find((pod) => pod.name === name)
          ?.container.image?.replace(/local$/, 'next');
        await kubectl('set', 'image', `deployment/${name}`, `${name}=${image}`);
        await untilRolledOut(name);
      }
    });
    noteLoad('Update of all processes', result);
    expect(result.failures).toEqual([]);
    for (const pod of (await pods()).filter((one) => processes.includes(processOf(one))))
      expect(pod.spec.containers[0]?.image).toMatch(/:next$/);
  });

  it.skipIf(!killCommand).each(['web', ...behindWeb])('a killed container of %s loses no read', async (name) => {
    const result = await under(kinds, async () => {
      await sleep(2_000);
      const [pod] = await pods(name);
      const id = pod?.status.containerStatuses?.[0]?.containerID.replace(/^.*:\/\//, '') ?? '';
      await hook(killCommand as string, id);
      await sleep(10_000);
      await untilRolledOut(name);
    });
    noteLoad(`Killed container of ${name}`, result);
    // Nothing in front of web repeats a request that it had begun: its own connections end. A write that another process had begun
    // may have been carried out, so it is refused.
    const failures = name === 'web' ? [] : result.failures.filter((failure) => !/ (POST|PUT) /.test(failure));
    expect(failures).toEqual([]);
    if (name === 'web') {
      const times = result.failures.map((failure) => Date.parse(failure.slice(0, 24)));
      expect(Math.max(...times, 0) - Math.min(...times, Number.POSITIVE_INFINITY)).toBeLessThan(1_000);
    }
  });

  it('more pods, and fewer again, lose no request', async () => {
    const result = await under(kinds, async () => {
      // One after another, as autoscalers do: all at once their starts alone keep a small machine busy.
      for (const name of [...behindWeb, 'web']) {
        for (const replicas of [3, 2]) {
          await kubectl('scale', `--replicas=${replicas}`, `deployment/${name}`);
          await untilRolledOut(name);
          await sleep(5_000);
        }
      }
    });
    noteLoad('Three pods of each in turn, then two', result);
    expect(result.failures).toEqual([]);
  });

  it('production’s autoscaler adds pods when they are busy', async (context) => {
    const figures = await run('kubectl', 'top', 'pods', '-n', NAMESPACE).catch(() => '');
    if (!figures) {
      note('Autoscaling', 'not tried: the cluster has no metrics');
      context.skip();
    }
    const scaler = ours<IHorizontalPodAutoscaler>('HorizontalPodAutoscaler', 'gateway');
    // A target that any load here is above.
    const target = { type: 'Utilization', averageUtilization: 15 };
    const metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }];
    await apply({ ...scaler, spec: { ...scaler.spec, maxReplicas: 3, metrics } } as Manifest);
    const replicas = async () => (await pods('gateway')).length;
    const result = await under(kinds, () => expect.poll(replicas, { timeout: 300_000, interval: 2_000 }).toBe(3));
    noteLoad('Autoscaling of gateway', result);
    await kubectl('delete', 'hpa', 'gateway');
    await kubectl('scale', '--replicas=2', 'deployment/gateway');
    await untilRolledOut('gateway');
    expect(result.failures).toEqual([]);
  });

  it('production’s disruption budget lets one pod go at a time', async () => {
    await apply(ours('PodDisruptionBudget', 'gateway'));
    const allowed = async () =>
      (await list<{ status: { disruptionsAllowed: number } }>('pdb'))[0]?.status.disruptionsAllowed;
    await expect.poll(allowed, { timeout: 60_000 }).toBe(1);
    const evict = async (name: string) => {
      const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: NAMESPACE } };
      const path = `/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`;
      const asked = `printf '%s' '${JSON.stringify(eviction)}' | kubectl create --raw ${path} -f -`;
      return run('sh', '-c', asked).then(
        () => 'evicted',
        ({ stderr }) => String(stderr),
      );
    };
    const [one, other] = await pods('gateway');
    const result = await under(kinds, async () => {
      expect(await evict(one?.metadata.name ?? '')).toBe('evicted');
      expect(await evict(other?.metadata.name ?? '')).toContain('disruption budget');
      await untilRolledOut('gateway');
    });
    noteLoad('Eviction of a pod', result);
    expect(result.failures).toEqual([]);
    await kubectl('delete', 'pdb', 'gateway');
  });

  it('ends no process for its memory', async () => {
    const ended = (await pods()).flatMap(({ status }) =>
      (status.containerStatuses ?? []).map(({ lastState }) => lastState.terminated?.reason),
    );
    expect(ended).not.toContain('OOMKilled');
    note('Processes ended for their memory', 'none');
  });
});

describe('a backup', () => {
  it('comes out of its claim and back, by the commands in docs/kubernetes.md', async () => {
    const [{ slug, setPrice }] = restaurants;
    const price = async () => priceIn((await ask(origin, `/api/public/menu/${slug}`)).text);
    await setPrice(41.5);
    await kubectl('create', 'job', 'backup-now', '--from=cronjob/backup');
    await kubectl('wait', '--for=condition=complete', 'job/backup-now', '--timeout=5m');
    const [job] = await list<{ status: { failed?: number } }>('jobs', '-l', 'job-name=backup-now');
    expect(job?.status.failed ?? 0).toBe(0);
    await setPrice(42.5);
    const startedAt = performance.now();
    await kubectl('create', 'job', 'backups', '--from=cronjob/open-backups');
    await kubectl('wait', '--for=jsonpath={.status.ready}=1', 'job/backups', '--timeout=2m');
    const file = (await kubectl('exec', 'job/backups', '--', 'ls', '/backups')).trim().split('\n').at(-1) ?? '';
    expect(file).toMatch(/^tavola-\d{8}T\d{6}Z\.dump$/);
    const folder = temporaryFolder('dump');
    onTestFinished(() => folder.remove());
    const dump = join(folder.path, file);
    await run('sh', '-c', `kubectl exec -n ${NAMESPACE} job/backups -- cat /backups/${file} > ${dump}`);
    await run('npm', 'run', 'restore', '--', dump, '--yes', '--kubernetes', NAMESPACE);
    await expect.poll(price, { timeout: 30_000 }).toBe(41.5);
    note('A backup restored', seconds(startedAt));
    await kubectl('delete', 'job', 'backups', '--wait=false');
  });
});

/** An object of the overlay "production", for the namespace of this test. */
function ours<Kind>(kind: string, name: string): Manifest & Kind {
  const found = production.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`production has no ${kind} ${name}`);
  return { ...found, metadata: { ...found.metadata, namespace: NAMESPACE } } as Manifest & Kind;
}

/** Whether an address takes connections. */
function reaches(at: string): Promise<boolean> {
  const { hostname, port } = new URL(at);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: 2_000 });
    const done = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.on('connect', () => done(true)).on('error', () => done(false));
    socket.on('timeout', () => done(false));
  });
}
