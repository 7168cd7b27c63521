import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '@tavola/contracts/operations/operations.ts';
import { PROCESSES } from '@tavola/contracts/topology.ts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { alerts, dashboardExpressions, metricsIn, scrapeConfigs } from '../../deploy/observability/used-metrics.ts';

const root = join(import.meta.dirname, '../../..');
const runbook = readFileSync(join(root, 'docs', 'runbook.md'), 'utf8');
/** The runbook's entries by anchor. */
const entries = new Map(
  runbook
    .split(/^## /m)
    .slice(1)
    .map((entry) => [entry.slice(0, entry.indexOf('\n')).toLowerCase().replaceAll(' ', '-'), entry] as const),
);

describe.each(alerts)('the alert $alert', ({ alert, annotations }) => {
  it('leads to its entry in the runbook, which says what it means, what guests and owners see, and what to do', () => {
    expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    const entry = entries.get(alert.toLowerCase()) ?? '';
    for (const part of ['**Means.**', '**Seen.**', '**Do.**']) expect(entry).toContain(part);
  });
});

it('the alert Latency leaves out what takes long: streams, files that are downloaded, and the AI', () => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'Latency') ?? {};
  const [, leftOut = ''] = /route!~"([^"]+)"/.exec(expr) ?? [];
  const long = OPERATIONS.filter(
    ({ timeoutMs, answers }) =>
      timeoutMs !== undefined ||
      Object.values(answers).some(({ type }) => type === 'text/event-stream' || type === 'application/zip'),
  );
  expect(long.map(({ path }) => path).filter((path) => !new RegExp(`^(${leftOut})$`).test(path))).toEqual([]);
});

it('the runbook has no entry that no alert leads to', () => {
  expect([...entries.keys()].sort()).toEqual(alerts.map(({ alert }) => alert.toLowerCase()).sort());
});

it('every process is asked for its figures, and missed when no replica of it is there', () => {
  const [tavola, presence] = scrapeConfigs;
  expect([...(tavola?.dns_sd_configs?.[0]?.names ?? [])].sort()).toEqual([...PROCESSES].sort());
  expect([...(presence?.static_configs?.[0]?.targets ?? [])].sort()).toEqual(
    PROCESSES.map((name) => `${name}:${tavola?.dns_sd_configs?.[0]?.port}`).sort(),
  );
  const { expr = '' } = alerts.find(({ alert }) => alert === 'ServiceGone') ?? {};
  expect(expr).toMatch(/^max by \(service\) \(up\{job="presence"\}\) == 0\s/);
});

it('every expression of a dashboard names a metric, or whether processes are up', () => {
  const without = dashboardExpressions.filter(({ expr }) => metricsIn(expr).length === 0 && !/\bup\{/.test(expr));
  expect(without).toEqual([]);
});

describe("the Compose file's profile observability", () => {
  const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Record<
      string,
      { image: string; profiles?: string[]; volumes?: string[]; networks?: string[]; ports?: string[] }
    >;
  };
  const observing = Object.entries(services).filter(([, { profiles }]) => profiles?.includes('observability'));

  it('is Prometheus, Alertmanager and Grafana, each at a version, with files that are there', () => {
    expect(observing.map(([name]) => name)).toEqual(['prometheus', 'alertmanager', 'grafana']);
    for (const [name, { image, volumes = [] }] of observing) {
      expect(image, name).toMatch(/:v?\d+\.\d+\.\d+$/);
      const mounted = volumes
        .filter((volume) => volume.startsWith('./'))
        .map((volume) => volume.split(':')[0] as string);
      // Alertmanager's settings are made with the secrets.
      expect(mounted.length > 0, name).toBe(name !== 'alertmanager');
      for (const path of mounted) expect(existsSync(join(root, path)), path).toBe(true);
    }
  });

  it('reaches every process, and is reached from this machine only', () => {
    for (const name of PROCESSES)
      expect(
        services[name]?.networks?.filter((network) => services.prometheus?.networks?.includes(network)),
        name,
      ).toEqual(['app']);
    expect(observing.flatMap(([, { ports = [] }]) => ports)).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
  });
});
