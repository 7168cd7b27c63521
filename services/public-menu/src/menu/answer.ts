import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { MENU_VERSION_HEADER } from '@tavola/contracts/menu-page.ts';
import {
  type CachedMenu,
  CODINGS,
  type Coding,
  codingFor,
  FORMS,
  type Form,
  inCoding,
  type Representation,
  textOf,
  versionOf,
} from './cached-menu.ts';
import type { MenuMemory } from './menu-memory.ts';
import type { Level } from './menu-reader.ts';

/** Renders the page that holds a menu. */
export interface MenuPage {
  /** The page of a menu whose JSON is `json`, or of no menu. */
  html(menu: { version: string; json: string } | null): string;
  /** Identifies the page's shell and the format of its data. */
  readonly tag: string;
}

/** Answers requests with menus that have been read. */
export interface MenuResponder {
  /** Sends `menu` in `form`, compressed as the client prefers, or 304 if the client already has it. */
  send(req: IncomingMessage, res: ServerResponse, form: Form, menu: CachedMenu, level: Level): void;
  /** The answers sent for `slug` since `since` (Unix time in milliseconds), by form and coding. */
  givenSince(slug: string, since: number): { form: Form; coding: Coding }[];
  /** Total answers by source. */
  readonly counts: Readonly<Record<Level, number>>;
  /** The headers of an answer that has no menu. */
  missing(req: IncomingMessage, slug: string, form: Form, level: Level): string[];
}

const TYPES: Record<Form, string> = { data: 'application/json; charset=utf-8', page: 'text/html; charset=utf-8' };

/** No edge caches an answer for longer than this many milliseconds after it was sent (`lifetimeAtEdge`). */
export const EDGE_MS = 1_000;

/** Caching by browsers and CDNs: they may store a menu but must revalidate it. */
const CACHE_HEADERS = ['Cache-Control', 'public, no-cache', 'Vary', 'Accept-Encoding'];

/** An edge sends this header to get a new answer to cache, however rarely the menu is read (infra/deploy/nginx). */
export const REFRESH_HEADER = 'x-edge-refresh';

/** An edge sends its own time with this header, in seconds since 1970 (infra/deploy/nginx). */
export const EDGE_TIME_HEADER = 'x-edge-time';

/** An answer read again within this many milliseconds is worth caching at the edge for its second. */
const POPULAR_MS = 2 * EDGE_MS;

/** Even a rarely read answer is given to the edges this often, in milliseconds, as a last good copy. */
const COPY_MS = 10 * 60_000;

/** Maximum number of such answers remembered. */
const COPIES_MAX = 200_000;

export function menuResponder(memory: MenuMemory, page: MenuPage): MenuResponder {
  const counts: Record<Level, number> = { memory: 0, redis: 0, origin: 0, stale: 0 };
  /** By slug, when each form was last sent in each coding. */
  let given = new Map<string, number[]>();
  let before = new Map<string, number[]>();
  let turnedAt = 0;
  /** Answers of which the edges already have a copy. */
  let copied = new Set<string>();
  let copiedFrom = 0;

  /**
   * Records an answer and returns how long our own edges, which are refreshed on every change, may cache it
   * (`X-Accel-Expires`). Caching costs an edge a file write, more than everything else, and most menus are not read
   * again in time. A stale answer is never cached: it would hide the next current one.
   */
  const note = (slug: string, form: Form, coding: Coding, headers: IncomingHttpHeaders, level: Level): string => {
    const now = Date.now();
    if (now - turnedAt > POPULAR_MS) {
      before = given;
      given = new Map();
      turnedAt = now;
    }
    let times = given.get(slug);
    if (!times) {
      times = [0, 0, 0, 0, 0, 0];
      given.set(slug, times);
    }
    const at = FORMS.indexOf(form) * CODINGS.length + CODINGS.indexOf(coding);
    const last = times[at] || before.get(slug)?.[at] || 0;
    times[at] = now;
    if (level === 'stale') return '0';
    if (now - last < POPULAR_MS || headers[REFRESH_HEADER] === '1') return lifetimeAtEdge(headers);
    if (now - copiedFrom > COPY_MS || copied.size > COPIES_MAX) {
      copied = new Set();
      copiedFrom = now;
    }
    const name = `${slug} ${at}`;
    if (copied.has(name)) return '0';
    copied.add(name);
    return lifetimeAtEdge(headers);
  };

  const representation = (menu: CachedMenu, gzip: Buffer, form: Form, coding: Coding): Representation => {
    const known = menu.made.get(form + coding);
    if (known) return known;
    const version = versionOf(menu);
    const body =
      form === 'page'
        ? inCoding(page.html({ version, json: textOf(gzip) }), coding)
        : coding === 'gzip'
          ? gzip
          : inCoding(textOf(gzip), coding);
    // The ETag includes the build: the next build may render the same menu differently.
    const etag = `"${menu.tenantId.slice(0, 8)}-${version}-${page.tag}-${coding}"`;
    const headers = ['Content-Type', TYPES[form]];
    if (coding !== 'identity') headers.push('Content-Encoding', coding);
    headers.push('Content-Length', String(body.length), 'ETag', etag, MENU_VERSION_HEADER, version, ...CACHE_HEADERS);
    const made = { body, etag, headers };
    // Uncompressed responses are rare, so they are not cached.
    if (coding !== 'identity') {
      menu.made.set(form + coding, made);
      memory.hasGrown(menu);
    }
    return made;
  };

  return {
    counts,

    send(req, res, form, menu, level) {
      counts[level] += 1;
      const { gzip, slug } = menu;
      if (!gzip) throw new Error('There is nothing to send of a menu that is not shown');
      const coding = codingFor(req.headers['accept-encoding']);
      const { body, etag, headers } = representation(menu, gzip, form, coding);
      const more = [
        'X-Accel-Expires',
        note(slug, form, coding, req.headers, level),
        'X-Cache',
        level,
        'Age',
        String(Math.max(0, Math.floor((Date.now() - menu.at) / 1000))),
      ];
      const asked = req.headers['if-none-match'];
      if (asked !== undefined && (asked === etag || hasTag(asked, etag))) {
        res.writeHead(304, ['ETag', etag, MENU_VERSION_HEADER, versionOf(menu), ...CACHE_HEADERS, ...more]).end();
        return;
      }
      res.writeHead(200, [...headers, ...more]);
      if (req.method === 'HEAD') res.end();
      else res.end(body);
    },

    missing: (req, slug, form, level) => {
      counts[level] += 1;
      const lifetime = note(slug, form, codingFor(req.headers['accept-encoding']), req.headers, level);
      return [...CACHE_HEADERS, 'X-Accel-Expires', lifetime, 'X-Cache', level];
    },

    givenSince(slug, since) {
      const found: { form: Form; coding: Coding }[] = [];
      FORMS.forEach((form, formAt) => {
        CODINGS.forEach((coding, codingAt) => {
          const at = formAt * CODINGS.length + codingAt;
          if (Math.max(given.get(slug)?.[at] ?? 0, before.get(slug)?.[at] ?? 0) >= since) found.push({ form, coding });
        });
      });
      return found;
    },
  };
}

/**
 * Until the end of the second in which the edge sent the request, by its own clock. nginx compares whole seconds, so a
 * lifetime of "1" would mean up to two, and begin only when the answer arrives.
 */
const lifetimeAtEdge = ({ [EDGE_TIME_HEADER]: time }: IncomingHttpHeaders): string => {
  const [, second] = /^(\d{1,12})(?:\.\d+)?$/.exec(String(time)) ?? [];
  return second === undefined ? '0' : `@${second}`;
};

/** Whether `asked`, an If-None-Match header, contains `etag`; a CDN may have turned it into a weak one. */
const hasTag = (asked: string, etag: string) =>
  asked.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
