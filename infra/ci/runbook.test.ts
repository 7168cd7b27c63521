import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROCESSES } from '../local/processes.ts';
import { alerts, dashboardExpressions, metricsIn, scrapeConfigs } from '../observability/used-metrics.ts';

const runbook = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'runbook.md'), 'utf8');
/** The runbook's entries by their anchors. */
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

it('the runbook has no entry that no alert leads to', () => {
  expect([...entries.keys()].sort()).toEqual(alerts.map(({ alert }) => alert.toLowerCase()).sort());
});

it('every process is asked for its figures, and missed when no replica of it is there', () => {
  const [tavola] = scrapeConfigs;
  expect([...(tavola?.dns_sd_configs?.[0]?.names ?? [])].sort()).toEqual([...PROCESSES].sort());
  const { expr = '' } = alerts.find(({ alert }) => alert === 'ServiceGone') ?? {};
  expect(
    [...expr.matchAll(/absent\(up\{job="tavola", service="([a-z-]+)"\}\)/g)].map(([, name]) => name).sort(),
  ).toEqual([...PROCESSES].sort());
});

it('every expression of a dashboard names a metric, or whether processes are up', () => {
  const without = dashboardExpressions.filter(({ expr }) => metricsIn(expr).length === 0 && !/\bup\{/.test(expr));
  expect(without).toEqual([]);
});
