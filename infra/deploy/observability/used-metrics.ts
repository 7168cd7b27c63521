import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const dashboardsDir = join(import.meta.dirname, 'grafana', 'dashboards');

export interface Alert {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook_url: string };
}

/** The alerts of alerts.yml. */
export const alerts = (
  parse(readFileSync(join(import.meta.dirname, 'alerts.yml'), 'utf8')) as { groups: { rules: Alert[] }[] }
).groups.flatMap(({ rules }) => rules);

/** Prometheus's scrape configuration. */
export const { scrape_configs: scrapeConfigs } = parse(
  readFileSync(join(import.meta.dirname, 'prometheus.yml'), 'utf8'),
) as {
  scrape_configs: {
    job_name: string;
    dns_sd_configs?: { names: string[]; port: number }[];
    static_configs?: { targets: string[] }[];
  }[];
};

interface Dashboard {
  title: string;
  panels: { title: string; targets?: { expr: string }[] }[];
}

/** Every expression of the dashboards, with its location. */
export const dashboardExpressions = readdirSync(dashboardsDir).flatMap((file) => {
  const { title, panels } = JSON.parse(readFileSync(join(dashboardsDir, file), 'utf8')) as Dashboard;
  return panels.flatMap((panel) =>
    (panel.targets ?? []).map(({ expr }) => ({ where: `${title}: ${panel.title}`, expr })),
  );
});

/** The metrics in a PromQL expression, by their exposed names; `up` is Prometheus's own. */
export const metricsIn = (expr: string): string[] => [
  ...new Set(expr.match(/\b(?:tavola|nodejs|process)_[a-z0-9_]+/g) ?? []),
];
