import { setTimeout as sleep } from 'node:timers/promises';
import type { MenuAddress } from '@tavola/contracts/auth.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { gauge, type Metrics } from '@tavola/service-kit/observability/metrics.ts';
import { busy, type FairQueue, fairQueue } from '@tavola/service-kit/runtime/fair-queue.ts';
import { isOffered, versionOf } from '../menu/cached-menu.ts';
import type { MenuReader } from '../menu/menu-reader.ts';
import { type Edge, type Edges, nameOf } from './edges.ts';

/**
 * Makes the edges forget what addresses led to before they changed: as copies for outages they would keep a menu that is
 * suspended, deleted or elsewhere for a day. Each edge replaces every form of an address. One that does not is asked again, and
 * so is one that was away.
 */
export interface ChangedAddresses {
  /** Call this for an address that changed now. */
  changed(address: MenuAddress): void;
  /** Call this for an address that changed at `at`, in Unix time in milliseconds; `changed` may have been called for it. */
  catchUp(address: MenuAddress, at: number): void;
  close(): void;
}

/** How long a change is remembered, for edges that come back: no edge keeps an answer longer that nobody reads (`inactive` in nginx). */
export const REMEMBERED_MS = 24 * 60 * 60_000;

/** How many changes are remembered; the oldest are dropped first. */
const REMEMBERED_MAX = 10_000;

/** Most languages of an address that are replaced: those of a menu, and as many that it had before. */
const LANGUAGES_MAX = 16;

/** Addresses that an edge replaces at a time, each with six requests. */
const AT_ONCE = 4;

/** Delay before the next attempt at an edge that failed, in milliseconds; doubled after each further failure. */
const FIRST_REST_MS = 100;
const LONGEST_REST_MS = 5_000;

/** How often new edges are looked for, in milliseconds. */
const LOOK_MS = 5_000;

/**
 * An answer in transit when the address changed may arrive after the replacement and undo it. So each is repeated, the last time when
 * no edge waits any longer for an answer from before the change (`proxy_read_timeout` in nginx).
 */
const ONCE_MORE_MS = [20, 100, 6_000];

interface Remembered {
  languages: string[];
  at: number;
  /** Whether an edge was told that no menu is there: then it has no menu in any language. */
  wasGone: boolean;
}

interface AtEdge {
  edge: Edge;
  /** The addresses that it has yet to replace. */
  due: Set<string>;
  /** Those that it replaces now, and whether they changed again meanwhile. */
  running: Map<string, { isAgain: boolean }>;
  queue: FairQueue<never>;
  restMs: number;
  isRetrying: boolean;
}

/** Replaces addresses at `edges` by what `reader` finds there. */
export function changedAddresses(reader: MenuReader, edges: Edges, log: Logger, metrics: Metrics): ChangedAddresses {
  /** By slug, the oldest change first. */
  const remembered = new Map<string, Remembered>();
  const known = new Map<string, AtEdge>();
  let isClosed = false;

  /** Whether `edge` has replaced the address. */
  const replace = async ({ edge }: AtEdge, slug: string): Promise<boolean> => {
    const { menu, level } = await reader.read(slug);
    // What a last good copy says is not kept by any edge.
    if (level === 'stale') return false;
    const known = remembered.get(slug);
    if (!known) return true;
    if (!menu?.gzip) {
      known.wasGone = true;
      return edges.overwrite(edge, slug, known.languages, '');
    }
    // Copies in the languages that guests are offered stay, since each costs a page to render.
    const languages = known.languages.filter((lang) => known.wasGone || !isOffered(menu, lang));
    return edges.overwrite(edge, slug, languages, versionOf(menu));
  };

  /** Has `at` replace the address as it is now; returns whether it has. One that it has not stays due. */
  const attempt = async (at: AtEdge, slug: string): Promise<boolean> => {
    const current = at.running.get(slug);
    if (current) {
      current.isAgain = true;
      return true;
    }
    const state = { isAgain: false };
    at.running.set(slug, state);
    at.due.add(slug);
    const isDone = await at.queue
      .run({}, () => replace(at, slug))
      .catch((error: Error) => {
        log.debug({ edge: at.edge.host, slug, reason: error.message }, 'changed address not read');
        return false;
      });
    at.running.delete(slug);
    if (state.isAgain) return attempt(at, slug);
    if (isDone) at.due.delete(slug);
    else void retry(at);
    return isDone;
  };

  /** Tries what is due at `at`, some at a time, until nothing is. */
  const retry = async (at: AtEdge) => {
    if (at.isRetrying) return;
    at.isRetrying = true;
    while (at.due.size > 0 && !isClosed && known.get(nameOf(at.edge)) === at) {
      await sleep(at.restMs, undefined, { ref: false });
      // One that runs must not be asked for once more, again and again.
      const some = [...at.due].filter((slug) => !at.running.has(slug)).slice(0, AT_ONCE);
      if (some.length === 0) {
        at.restMs = FIRST_REST_MS;
        continue;
      }
      const isDone = await Promise.all(some.map((slug) => attempt(at, slug)));
      // One that can't be replaced must not keep the others waiting.
      some.forEach((slug, index) => {
        if (!isDone[index] && at.due.delete(slug)) at.due.add(slug);
      });
      at.restMs = isDone.every(Boolean) ? 0 : Math.min(Math.max(2 * at.restMs, FIRST_REST_MS), LONGEST_REST_MS);
    }
    at.isRetrying = false;
  };

  const attemptEverywhere = (slug: string) => {
    for (const at of known.values()) void attempt(at, slug);
  };

  const forgetOld = () => {
    for (const [slug, { at }] of remembered) {
      if (remembered.size <= REMEMBERED_MAX && Date.now() - at < REMEMBERED_MS) return;
      remembered.delete(slug);
      for (const { due } of known.values()) due.delete(slug);
    }
  };

  /** Finds the edges that there are now. One that was away replaces everything again. */
  const look = async () => {
    const found = new Map((await edges.find()).map((edge) => [nameOf(edge), edge]));
    for (const name of known.keys()) if (!found.has(name)) known.delete(name);
    for (const [name, edge] of found) {
      if (known.has(name)) continue;
      const due = new Set(remembered.keys());
      const queue = fairQueue({ atOnce: AT_ONCE, refuse: busy('The edge replaces too many addresses.') });
      const at = { edge, due, running: new Map(), queue, restMs: 0, isRetrying: false };
      known.set(name, at);
      void retry(at);
    }
    forgetOld();
  };
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  const looked = look();

  const remember = ({ slug, languages }: MenuAddress, at: number) => {
    const before = remembered.get(slug);
    const all = new Set([...languages, ...(before?.languages ?? [])]);
    remembered.delete(slug);
    remembered.set(slug, { languages: [...all].slice(0, LANGUAGES_MAX), at, wasGone: before?.wasGone ?? false });
    forgetOld();
  };

  gauge(
    metrics,
    'tavola_edge_addresses_due',
    'Addresses that changed, and that an edge has yet to replace; summed over edges.',
    () => [...known.values()].reduce((sum, { due }) => sum + due.size, 0),
  );

  return {
    changed(address) {
      remember(address, Math.max(Date.now(), remembered.get(address.slug)?.at ?? 0));
      void looked.then(() => attemptEverywhere(address.slug));
      for (const ms of ONCE_MORE_MS) setTimeout(attemptEverywhere, ms, address.slug).unref();
    },
    catchUp(address, at) {
      if (at <= (remembered.get(address.slug)?.at ?? 0)) return;
      remember(address, at);
      // A few at a time, so that what changes now does not wait for all of a day.
      void looked.then(() => {
        for (const one of known.values()) {
          one.due.add(address.slug);
          void retry(one);
        }
      });
    },
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
}
