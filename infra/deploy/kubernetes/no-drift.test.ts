import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { IN_FILES, OWNERS, PROCESSES, SERVICES, settingsOf, TOPOLOGY, urlSetting } from '@tavola/contracts/topology.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readGatewayEnv } from '../../../gateway/src/env.ts';
import { readWorkerEnv as readMediaWorkerEnv } from '../../../services/media/src/env.ts';
import { readWorkerEnv as readQrWorkerEnv } from '../../../services/qr/src/env.ts';
import { loadService } from '../../tests/harness/service-modules.ts';
import { readMigrateEnv } from '../migrate/env.ts';
import { type Pod, podsOf, type Surroundings, surroundingsOf } from './pods.ts';
import { type Manifest, rendered } from './rendered.ts';

type Variables = Record<string, string | undefined>;

/** How each of our Node processes reads its environment. */
const READERS = {
  ...Object.fromEntries(
    await Promise.all(
      SERVICES.filter((name) => name !== 'gateway').map(
        async (name) => [name, (await loadService(name)).readServiceEnv] as const,
      ),
    ),
  ),
  gateway: readGatewayEnv,
  'qr-worker': readQrWorkerEnv,
  'media-worker': readMediaWorkerEnv,
  migrate: readMigrateEnv,
} satisfies Record<string, (source: Variables) => unknown>;

/** Variables that Node and its libraries read in every process. */
const COMMON = new Set(['NODE_ENV', 'NODE_OPTIONS', 'OTEL_EXPORTER_OTLP_ENDPOINT']);

/** Variables that legitimately differ: the site's address, recipients of changes, mail, prices (a file in Compose), the drain delay. */
const OWN_WORDS = new Set([
  'PUBLIC_ORIGIN',
  'EDGE_URLS',
  'GATEWAY',
  'PUBLIC_MENU',
  'CACHE_SIZE',
  'MAIL_URL',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
  'TERMS_URL',
  'PRIVACY_URL',
  'TRUSTED_PROXIES',
  'PRICING',
  'DRAIN_DELAY_MS',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
]);

/** Variables that must not appear in a plain list. The URLs contain passwords. */
const SECRET = /^(DATABASE|REDIS|MAIL|STORAGE)_\w*URL$|(PRIVATE|FACTOR|API)_KEY$|TOKEN$|_PASSWORD$/;

let manifests: Manifest[];
const folder = mkdtempSync(join(tmpdir(), 'tavola-secrets-'));

beforeAll(async () => {
  manifests = await rendered('local');
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The environment of the container `name` in Kubernetes. */
const inKubernetes = (name: string): Surroundings => surroundingsOf(podOf(name), manifests);

function podOf(name: string): Pod {
  const pod = podsOf(manifests).find((one) => one.name === name);
  if (!pod) throw new Error(`there is no pod ${name}`);
  return pod;
}

/** Every name that `read` looks up. */
function namesRead(read: (source: Variables) => unknown): Set<string> {
  const names = new Set<string>();
  const source = new Proxy<Variables>({}, { get: (_target, name) => void names.add(String(name)) });
  expect(() => read(source)).toThrow('The environment is incomplete');
  return names;
}

/** `variables` with real copies of the mounted files at other paths. */
function withFiles({ variables, files }: Surroundings): Variables {
  for (const [path, text] of Object.entries(files)) {
    const real = join(folder, path);
    mkdirSync(dirname(real), { recursive: true });
    writeFileSync(real, text);
  }
  const moved = Object.entries(variables).map(([name, value]) => [name, value in files ? join(folder, value) : value]);
  return Object.fromEntries(moved);
}

describe.each(Object.entries(READERS))('%s', (name, read) => {
  it('starts with what Kubernetes gives it', () => {
    expect(() => read(withFiles(inKubernetes(name)))).not.toThrow();
  });

  it('is given nothing that it does not read [P20]', () => {
    const known = namesRead(read);
    const given = Object.keys(inKubernetes(name).variables).filter((variable) => !COMMON.has(variable));
    expect(given.filter((variable) => !known.has(variable))).toEqual([]);
  });

  it('finds secrets in files, and no file that it does not read', () => {
    const { variables, files } = inKubernetes(name);
    expect(Object.keys(variables).filter((variable) => SECRET.test(variable))).toEqual([]);
    const readFrom = Object.entries(variables).flatMap(([variable, value]) =>
      variable.endsWith('_FILE') ? [value] : [],
    );
    expect(readFrom.filter((path) => path.startsWith('/run/secrets/')).sort()).toEqual(Object.keys(files).sort());
  });
});

interface ComposeService {
  image: string;
  build?: { args?: Record<string, string> };
  group_add?: string[];
  command?: string[];
  restart?: string;
  profiles?: string[];
  environment?: Record<string, string | number | null>;
  ports?: string[];
  stop_grace_period?: string;
  pids_limit?: number;
}

const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const { services } = parse(text('docker-compose.yml'), { merge: true }) as { services: Record<string, ComposeService> };
const stores = ['postgres', 'redis-cache', 'redis-queue'];
/** Only in Compose: it creates its own secrets, has demonstration data and ends TLS, as an Ingress does. */
const onlyCompose = ['secrets', 'demo', 'tls'];
/** A CronJob in Kubernetes, a process with its own clock in Compose. */
const different = ['backup', 'open-backups'];
const compared = Object.entries(services).filter(
  ([name, { profiles = [] }]) =>
    ![...stores, ...onlyCompose, ...different].includes(name) && !profiles.includes('observability'),
);

/** Variables that the image of our Node processes sets. */
const imageVariables = Object.fromEntries(
  [
    ...(/^ENV ((?:.*\\\n)*.*)$/m.exec(text('infra/deploy/docker/service.Dockerfile'))?.[1] ?? '').matchAll(
      /([A-Z_]+)=(\S+)/g,
    ),
  ].map(([, name, value]) => [name, value] as [string, string]),
);

/** The environment of `service` in Compose without any settings: `${NAME:-default}` gives its default. */
function inCompose(name: string): Record<string, string> {
  const own = Object.entries(services[name]?.environment ?? {}).map(([variable, value]) => [
    variable,
    String(value ?? '').replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
  ]);
  return { ...(name === 'web' ? {} : imageVariables), ...Object.fromEntries(own) };
}

/** A variable by the name under which a process reads it, with its value or, for a file, its name. */
const meaning = (variables: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      const read = name.replace(/_FILE$/, '');
      return [read, OWN_WORDS.has(read) ? 'in its own words' : name === read ? value : basename(value)];
    }),
  );

describe('beside Compose', () => {
  it('has the same processes', () => {
    const ours = podsOf(manifests).filter(({ name }) => ![...stores, ...different].includes(name));
    expect(ours.map(({ name }) => name).sort()).toEqual(compared.map(([name]) => name).sort());
    expect(Object.keys(imageVariables)).toContain('METRICS_PORT');
  });

  it.each(compared)('gives %s the same variables', (name) => {
    const fromImage = name === 'web' ? {} : imageVariables;
    expect(meaning({ ...fromImage, ...inKubernetes(name).variables })).toEqual(meaning(inCompose(name)));
  });

  it.each(compared)('starts %s from the same image in the same way', (name, { image, command }) => {
    const { container } = podOf(name);
    // What `docker compose build` makes without any settings.
    expect(container.image).toBe(image.replace(/\$\{VERSION:-(\w+)\}$/, '$1'));
    expect(container.args).toEqual(command);
  });

  it.each(compared.filter(([, { restart }]) => restart !== 'no'))('asks %s the same, on the same ports', (name) => {
    const { container, spec } = podOf(name);
    const portOf = (wanted: string) => container.ports?.find((port) => port.name === wanted)?.containerPort;
    const { path, port } = container.readinessProbe?.httpGet ?? {};
    const askedPort = portOf(String(port));
    if (name === 'web') {
      expect(text('infra/deploy/docker/web.Dockerfile')).toContain(`"http://127.0.0.1:${askedPort}${path}"`);
      expect(services.web?.ports?.map((one) => Number(one.split(':').at(-1)))).toEqual([portOf('http')]);
      expect(new URL(inCompose('public-menu').EDGE_URLS as string).port).toBe(String(portOf('edge')));
    } else {
      const { PORT, METRICS_PORT } = inCompose(name);
      expect(text('infra/deploy/docker/service.Dockerfile')).toContain(
        `/dev/tcp/127.0.0.1/$METRICS_PORT && printf 'GET ${path} HTTP`,
      );
      expect(String(askedPort)).toBe(METRICS_PORT);
      if (!name.endsWith('-worker')) expect(String(portOf('http'))).toBe(PORT);
    }
    expect(`${spec.terminationGracePeriodSeconds}s`).toBe(services[name]?.stop_grace_period);
  });
});

describe('beside the topology', () => {
  const namesGiven = (name: string) => Object.keys(services[name]?.environment ?? {});
  const setByNode = new Set(['LOG_LEVEL', 'OTEL_EXPORTER_OTLP_ENDPOINT']);
  const isInFile = (setting: string) => (IN_FILES as readonly string[]).includes(setting);
  /** Prices are too long for a line, and no secret. */
  const isFile = (setting: string) => isInFile(setting) || setting === 'PRICING';

  it.each(PROCESSES)('Compose gives %s the settings that it needs, and secrets in files of its own', (name) => {
    const needed = [...settingsOf(name), ...TOPOLOGY[name].calls.map(urlSetting)];
    expect(
      namesGiven(name)
        .filter((variable) => !setByNode.has(variable))
        .sort(),
    ).toEqual(needed.map((setting) => (isFile(setting) ? `${setting}_FILE` : setting)).sort());
    for (const setting of needed.filter(isInFile))
      expect(services[name]?.environment?.[`${setting}_FILE`]).toBe(`/run/secrets/${name}/${setting.toLowerCase()}`);
    expect(services[name]?.group_add).toEqual([String(TOPOLOGY[name].group)]);
  });

  it.each(PROCESSES)('Compose lets %s call services by their names', (name) => {
    for (const called of TOPOLOGY[name].calls)
      expect(services[name]?.environment?.[urlSetting(called)]).toBe(`http://${called}:8080`);
  });

  it('the image that migrates has the migrations of each owner', () => {
    const copied = services.migrate?.build?.args?.ALSO?.split(/\s+/) ?? [];
    expect(copied.filter((path) => path.endsWith('/prisma'))).toEqual(
      OWNERS.map((owner) => `services/${owner}/prisma`),
    );
  });
});

describe('PostgreSQL in Compose', () => {
  it('may have a process for each of its connections', () => {
    const { command = [], pids_limit = 0 } = services.postgres ?? {};
    const connections = Number(command.find((word) => word.startsWith('max_connections='))?.split('=')[1]);
    expect(pids_limit).toBeGreaterThan(connections);
  });
});

describe('web', () => {
  it('is given what its start reads, and nothing else', () => {
    const read = [...text('infra/deploy/docker/start-nginx.sh').matchAll(/\$\{([A-Z_]+):-/g)].map(([, name]) => name);
    expect(Object.keys(inKubernetes('web').variables).filter((name) => !read.includes(name))).toEqual([]);
  });
});
