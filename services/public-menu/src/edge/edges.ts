import { lookup } from 'node:dns/promises';
import { Agent, request } from 'node:http';
import { isNewerVersion, MENU_VERSION_HEADER } from '@tavola/contracts/menu-page.ts';
import { histogram } from '@tavola/service-kit/observability/histogram.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { type Metrics, registerMetric } from '@tavola/service-kit/observability/metrics.ts';
import { FORMS, type Form } from '../menu/cached-menu.ts';
import { CODINGS, type Coding } from '../menu/codings.ts';

/** A cached answer at an edge; `lang` is the language in its address, empty where there is none. */
interface EdgeEntry {
  form: Form;
  coding: Coding;
  lang: string;
}

/** The private address of an edge. */
export interface Edge {
  host: string;
  port: number;
}

/** Tells edges apart. */
export const nameOf = ({ host, port }: Edge): string => `${host}:${port}`;

/** The edge caches in front of this service (nginx). They cache an answer for one second unless it is refreshed earlier. */
export interface Edges {
  /**
   * Makes every edge replace `entries` of the menu at `slug` by a current answer, no older than `version`. Resolves
   * when every edge has succeeded or failed; after a failure the old entry expires within one second.
   */
  refresh(slug: string, entries: readonly EdgeEntry[], version: string): Promise<void>;
  /** The edges there are now. */
  find(): Promise<readonly Edge[]>;
  /**
   * Makes `edge` replace every answer that it may have about the menu at `slug`, without a language and in `languages`, by a current
   * one: no older than `version`, and none with a menu if `version` is empty. Returns whether it did.
   */
  overwrite(edge: Edge, slug: string, languages: readonly string[], version: string): Promise<boolean>;
  close(): void;
}

/** How long a DNS result is used, in milliseconds: edges come and go. */
const LOOKUP_MS = 5_000;

/** Timeout of a request to an edge, in milliseconds. */
const PATIENCE_MS = 500;

/**
 * The answer may come from another replica that has not received the change yet: how often to retry, and the delay in
 * milliseconds.
 */
const TRIES = 20;
const AGAIN_MS = 5;

/**
 * An answer in transit when the change was made may arrive after the refresh and undo it. Refreshes are therefore
 * repeated this many milliseconds after the first.
 */
const ONCE_MORE_MS = [20, 100];

/**
 * The edges at `urls`: the private addresses on which an edge replaces an entry instead of serving it. A host name
 * means all its addresses (a headless service).
 */
export function edgesAt(urls: readonly string[], log: Logger, metrics: Metrics): Edges {
  const durations = histogram(
    metrics,
    'tavola_edge_refresh_duration_seconds',
    'How long an edge took to have a changed menu.',
  )();
  let failures = 0;
  registerMetric(
    metrics,
    {
      name: 'tavola_edge_refresh_failures_total',
      help: 'Entries of edges that could not be replaced.',
      type: 'counter',
    },
    () => [{ value: failures }],
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  let known: Promise<Edge[]> = Promise.resolve([]);
  let knownAt = Number.NEGATIVE_INFINITY;

  const lookUp = async (before: typeof known) => {
    try {
      const found = urls.map(async (url) => {
        const { hostname, port } = new URL(url);
        const addresses = await lookup(hostname, { all: true, family: 4 });
        return addresses.map(({ address }) => ({ host: address, port: Number(port || 80) }));
      });
      return (await Promise.all(found)).flat();
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'edges not found');
      return before;
    }
  };
  const all = () => {
    if (performance.now() - knownAt >= LOOKUP_MS) {
      knownAt = performance.now();
      known = lookUp(known);
    }
    return known;
  };

  /** Returns what the edge answers now. `version` is empty without a menu; what a last good copy says (`isStale`) was not cached. */
  const replace = (edge: Edge, slug: string, { form, coding, lang }: EdgeEntry) =>
    new Promise<{ status: number; version: string; isStale: boolean }>((resolve, reject) => {
      const asked = request({
        ...edge,
        agent,
        path: `${form === 'page' ? '/menu/' : '/api/public/menu/'}${slug}${lang && `/${lang}`}`,
        headers: { 'Accept-Encoding': coding },
        timeout: PATIENCE_MS,
      });
      asked.on('timeout', () => asked.destroy(new Error('the edge did not answer in time')));
      asked.on('error', reject);
      asked.on('response', (answer) => {
        answer.resume();
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode: status = 500, headers } = answer;
          const isStale = headers['x-cache'] === 'stale';
          if (status === 429 || status >= 500) reject(new Error(`status ${status}`));
          else resolve({ status, version: String(headers[MENU_VERSION_HEADER] ?? ''), isStale });
        });
      });
      asked.end();
    });

  const replaceAll = async (slug: string, entries: readonly EdgeEntry[], version: string) => {
    const edges = await all();
    await Promise.all(
      edges.flatMap((edge) =>
        entries.map(async (entry) => {
          const startedAt = performance.now();
          try {
            for (let tries = 1; tries <= TRIES; tries += 1) {
              const { version: now } = await replace(edge, slug, entry);
              if (now === '' || !isNewerVersion(version, now)) {
                durations.add((performance.now() - startedAt) / 1000);
                return;
              }
              await rest(AGAIN_MS);
            }
          } catch (error) {
            failures += 1;
            log.warn({ edge: edge.host, slug, reason: (error as Error).message }, 'edge not refreshed');
          }
        }),
      ),
    );
  };

  /** Has `edge` replace an entry until the answer is current; returns whether it became so. */
  const replaceUntilCurrent = async (edge: Edge, slug: string, entry: EdgeEntry, version: string): Promise<boolean> => {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const now = await replace(edge, slug, entry);
      const isCurrent =
        version === '' ? now.version === '' && now.status !== 200 : !isNewerVersion(version, now.version);
      if (isCurrent && !now.isStale) return true;
      await rest(AGAIN_MS);
    }
    return false;
  };

  /** By slug, that a refresh runs, and what is to be refreshed after it. Two at once could leave the older answer in place. */
  const running = new Map<string, Waiting | undefined>();

  const run = async (slug: string, entries: readonly EdgeEntry[], version: string): Promise<void> => {
    running.set(slug, undefined);
    await replaceAll(slug, entries, version);
    const next = running.get(slug);
    running.delete(slug);
    if (next) void run(slug, [...next.entries.values()], next.version).then(next.done.resolve);
  };

  /** Refreshes when it is the turn of `slug`. All that wait for it are one: a menu that changes quickly is not late for long. */
  const inTurn = (slug: string, entries: readonly EdgeEntry[], version: string): Promise<void> => {
    if (!running.has(slug)) return run(slug, entries, version);
    const next = running.get(slug) ?? { entries: new Map(), version, done: Promise.withResolvers() };
    running.set(slug, next);
    for (const entry of entries) next.entries.set(`${entry.form} ${entry.coding} ${entry.lang}`, entry);
    if (isNewerVersion(version, next.version)) next.version = version;
    return next.done.promise;
  };

  return {
    async refresh(slug, entries, version) {
      if (urls.length === 0 || entries.length === 0) return;
      await inTurn(slug, entries, version);
      for (const ms of ONCE_MORE_MS) setTimeout(() => void inTurn(slug, entries, version), ms).unref();
    },
    find: all,
    async overwrite(edge, slug, languages, version) {
      for (const lang of ['', ...languages]) {
        const entries = FORMS.flatMap((form) => CODINGS.map((coding) => ({ form, coding, lang })));
        try {
          const current = await Promise.all(entries.map((entry) => replaceUntilCurrent(edge, slug, entry, version)));
          if (current.includes(false)) return false;
        } catch (error) {
          failures += 1;
          log.debug({ edge: edge.host, slug, reason: (error as Error).message }, 'edge has not replaced an address');
          return false;
        }
      }
      return true;
    },
    close: () => agent.destroy(),
  };
}

/** Refreshes that wait, as one. */
interface Waiting {
  entries: Map<string, EdgeEntry>;
  version: string;
  done: PromiseWithResolvers<void>;
}

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
