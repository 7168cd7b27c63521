import { isNewerVersion } from '@tavola/contracts/menu-page.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { Change, Freshness } from '../change-feed/change-feed.ts';
import { EDGE_MS, type MenuResponder } from '../menu/answer.ts';
import { type CachedMenu, versionOf } from '../menu/cached-menu.ts';
import type { MenuMemory } from '../menu/menu-memory.ts';
import type { Level, MenuReader } from '../menu/menu-reader.ts';
import type { OpenMenus } from '../open-menus/open-menus.ts';
import type { ChangedAddresses } from './changed-addresses.ts';
import type { Edges } from './edges.ts';

export interface SpreadParts {
  reader: MenuReader;
  memory: MenuMemory;
  answers: MenuResponder;
  edges: Edges;
  changed: Pick<ChangedAddresses, 'changed'>;
  streams: OpenMenus;
  trust: Freshness;
  log: Logger;
}

/** Propagates changes to the edge caches and to phones with the menu open. */
export interface ChangePropagator {
  hear(change: Change): void;
  /**
   * Call this after a phone's stream was opened with `menu`, which came from `level`: a change heard before may have found nobody
   * to notify.
   */
  opened(menu: CachedMenu, level: Level): void;
  close(): void;
}

/** An answer sent this recently, in milliseconds, may still be cached at an edge: its one-second lifetime plus transit. */
const AT_AN_EDGE_MS = EDGE_MS + 500;

/**
 * Phones are notified after the edges are refreshed, so that they fetch the new menu. They wait at most this many
 * milliseconds.
 */
const EDGES_FIRST_MS = 100;

/** How often open menus are compared with the current versions while changes may be missed, in milliseconds. */
const COMPARE_MS = 1_000;

/** How many menus are compared concurrently. */
const COMPARE_AT_ONCE = 8;

export function changePropagator({
  reader,
  memory,
  answers,
  edges,
  changed,
  streams,
  trust,
  log,
}: SpreadParts): ChangePropagator {
  /** Menus being propagated, and whether each changed again meanwhile. */
  const spreading = new Map<string, { isAgain: boolean }>();

  const spread = async (slug: string) => {
    const { menu, level, movedTo } = await reader.read(slug);
    if (level === 'stale') {
      tellIfNewer(menu);
      throw new Error('the menu could not be read');
    }
    const version = menu ? versionOf(menu) : '';
    const refreshed = edges.refresh(slug, answers.givenSince(slug, Date.now() - AT_AN_EDGE_MS), version);
    await Promise.race([refreshed, rest(EDGES_FIRST_MS)]);
    if (menu) streams.tell(menu.tenantId, version);
    else if (movedTo !== undefined) tellIfNewer((await reader.read(movedTo)).menu);
  };

  /** Notifies the phones of `menu` if theirs is older: even a stale menu may have new dishes. */
  const tellIfNewer = (menu: CachedMenu | null) => {
    const open = menu && streams.find(menu.tenantId);
    if (open && isNewerVersion(versionOf(menu), open.version)) streams.tell(menu.tenantId, versionOf(menu));
  };

  /** Reads the menu that is open at `slug`, which may be a former one. */
  const readOpen = async (slug: string) => {
    const reading = await reader.read(slug);
    return reading.movedTo === undefined ? reading : reader.read(reading.movedTo);
  };

  const begin = async (slug: string) => {
    const again = spreading.get(slug);
    if (again) {
      again.isAgain = true;
      return;
    }
    const state = { isAgain: true };
    spreading.set(slug, state);
    try {
      while (state.isAgain) {
        state.isAgain = false;
        await spread(slug);
      }
    } catch (error) {
      log.warn({ slug, reason: (error as Error).message }, 'change not propagated yet');
      missed += 1;
    } finally {
      spreading.delete(slug);
    }
  };

  /** How many changes did not reach the phones on the first attempt, or may not have. */
  let missed = 0;
  /** The epoch and the missed count at the last comparison that found all open menus up to date. */
  let comparedAs = `${trust.epoch} ${missed}`;
  let isComparing = false;
  const compare = async () => {
    const asNow = `${trust.epoch} ${missed}`;
    const isSure = trust.isTrusted();
    if (isComparing || (isSure && comparedAs === asNow)) return;
    isComparing = true;
    const left = [...streams.menus];
    let isComplete = isSure;
    const compareSome = async () => {
      for (let open = left.pop(); open; open = left.pop()) {
        const { menu, level } = await readOpen(open.slug);
        if (level === 'stale') isComplete = false;
        tellIfNewer(menu);
      }
    };
    try {
      await Promise.all(Array.from({ length: COMPARE_AT_ONCE }, compareSome));
      if (isComplete) comparedAs = asNow;
    } catch (error) {
      log.debug({ reason: (error as Error).message }, 'open menus not compared');
    } finally {
      isComparing = false;
    }
  };
  const timer = setInterval(() => void compare(), COMPARE_MS).unref();

  /**
   * Whether `change` is already included in `menu`: a writer's replicas republish each other's changes. The phones
   * have it, and any answer still cached at an edge was sent after the menu was read.
   */
  const isOldNews = ({ tenantId, source, version }: Change, menu: CachedMenu | null | undefined) =>
    menu?.tenantId === tenantId &&
    menu.versions[source] >= version &&
    Date.now() - menu.at > AT_AN_EDGE_MS &&
    !isNewerVersion(versionOf(menu), streams.find(tenantId)?.version ?? versionOf(menu));

  return {
    hear(change) {
      const slugs = new Set([change.slug, memory.slugOf(change.tenantId), streams.find(change.tenantId)?.slug]);
      reader.hear(change);
      for (const address of change.addresses ?? []) changed.changed(address);
      for (const slug of slugs) {
        if (slug === undefined) continue;
        const isWatched = streams.find(change.tenantId) !== undefined;
        const isOut = isWatched || answers.givenSince(slug, Date.now() - AT_AN_EDGE_MS).length > 0;
        if (isOut && !isOldNews(change, memory.find(slug))) void begin(slug);
      }
    },
    opened({ tenantId, slug, versions }, level) {
      // A change that a last good copy lacks may have been heard too long ago to be known, or before this process began.
      if (level === 'stale') missed += 1;
      else if (!memory.isNews(tenantId, versions)) void begin(slug);
    },
    close: () => clearInterval(timer),
  };
}

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
