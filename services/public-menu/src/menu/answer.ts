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

/** Makes the page that holds a menu. */
export interface MenuPage {
  /** The page of a menu whose JSON is `json`, or of no menu. */
  html(menu: { version: string; json: string } | null): string;
  /** Says which shell the page is made with, and which format its data has. */
  readonly tag: string;
}

/** Answers requests with menus that have been read. */
export interface MenuResponder {
  /** `menu` in `form`, compressed as the client likes it, or 304 where the client has it already. */
  send(req: IncomingMessage, res: ServerResponse, form: Form, menu: CachedMenu, level: Level): void;
  /** Which answers were given at `slug` since `since` (Unix time in milliseconds), each by form and coding. */
  givenSince(slug: string, since: number): { form: Form; coding: Coding }[];
  /** How many answers came from where, in all. */
  readonly counts: Readonly<Record<Level, number>>;
  /** The headers with which to say that there is no menu to answer with. */
  missing(req: IncomingMessage, slug: string, form: Form, level: Level): string[];
}

const TYPES: Record<Form, string> = { data: 'application/json; charset=utf-8', page: 'text/html; charset=utf-8' };

/** Answers are remembered this long, in milliseconds: no edge keeps one longer (infra/deploy/nginx). */
export const EDGE_MS = 1_000;

/** How browsers and CDNs are to treat a menu: they may keep it, and must ask whether it is still right. */
const CACHE_HEADERS = ['Cache-Control', 'public, no-cache', 'Vary', 'Accept-Encoding'];

/** The header by which an edge says that it wants an answer in place of the one it has, whatever it is worth (infra/deploy/nginx). */
export const REFRESH_HEADER = 'x-edge-refresh';

/** Read again within this long, in milliseconds, an answer is worth its second at the edge. */
const POPULAR_MS = 2 * EDGE_MS;

/** An answer that is seldom read is given to the edges this often all the same, in milliseconds: as a last good copy. */
const COPY_MS = 10 * 60_000;

/** How many such answers are remembered. */
const COPIES_MAX = 200_000;

export function menuResponder(memory: MenuMemory, page: MenuPage): MenuResponder {
  const counts: Record<Level, number> = { memory: 0, redis: 0, origin: 0, stale: 0 };
  /** By slug, when each form was last given in each coding. */
  let given = new Map<string, number[]>();
  let before = new Map<string, number[]>();
  let turnedAt = 0;
  /** Answers of which the edges have got a copy. */
  let copied = new Set<string>();
  let copiedFrom = 0;

  /**
   * Notes an answer, and says for how many seconds our own edges, which are told of every change, are to keep it. An edge
   * writes a file for what it keeps, which costs more than all the rest; most menus are not read again in time.
   */
  const note = (slug: string, form: Form, coding: Coding, headers: IncomingHttpHeaders): '0' | '1' => {
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
    if (now - last < POPULAR_MS || headers[REFRESH_HEADER] === '1') return '1';
    if (now - copiedFrom > COPY_MS || copied.size > COPIES_MAX) {
      copied = new Set();
      copiedFrom = now;
    }
    const name = `${slug} ${at}`;
    if (copied.has(name)) return '0';
    copied.add(name);
    return '1';
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
    // With the build in it: the next one may make something else of the same menu.
    const etag = `"${menu.tenantId.slice(0, 8)}-${version}-${page.tag}-${coding}"`;
    const headers = ['Content-Type', TYPES[form]];
    if (coding !== 'identity') headers.push('Content-Encoding', coding);
    headers.push('Content-Length', String(body.length), 'ETag', etag, MENU_VERSION_HEADER, version, ...CACHE_HEADERS);
    const made = { body, etag, headers };
    // Whoever takes it uncompressed is rare and pays for it.
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
      const seconds = note(slug, form, coding, req.headers);
      const more = [
        'X-Accel-Expires',
        seconds,
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
      const seconds = note(slug, form, codingFor(req.headers['accept-encoding']), req.headers);
      return [...CACHE_HEADERS, 'X-Accel-Expires', seconds, 'X-Cache', level];
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

/** Whether `asked`, an If-None-Match header, names `etag`; a CDN may have made it a weak one. */
const hasTag = (asked: string, etag: string) =>
  asked.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
