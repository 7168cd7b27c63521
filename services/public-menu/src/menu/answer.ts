import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { MENU_VERSION_HEADER } from '@tavola/contracts/menu-page.ts';
import { type CachedMenu, FORMS, type Form, type Representation, untilOf, versionOf } from './cached-menu.ts';
import { CODINGS, type Coding, codingFor } from './codings.ts';
import { clientOf } from './cold-reads.ts';
import type { MenuMemory } from './menu-memory.ts';
import type { Level } from './menu-reader.ts';
import { CACHE_HEADERS, type MenuPage, representations } from './representations.ts';

/** An answer that was sent: its form, coding and the language in its address, empty where there is none. */
export interface Given {
  form: Form;
  coding: Coding;
  lang: string;
}

type Sending<Sent> = (
  req: IncomingMessage,
  res: ServerResponse,
  form: Form,
  menu: CachedMenu,
  lang: string,
  level: Level,
) => Sent;

/** Answers requests with menus that have been read. `lang` is the language in the address, empty where there is none. */
export interface MenuResponder {
  /**
   * Sends `menu` in `form`, compressed as the client prefers, or 304 if the client already has it.
   * @throws Problem `unavailable` if the page can't be rendered soon.
   */
  send: Sending<Promise<void>>;
  /** Does the same if nothing has to be rendered or compressed for it; else it returns false. */
  sendReady: Sending<boolean>;
  /** The answers sent for `slug` since `since` (Unix time in milliseconds), in whichever form, coding and language. */
  givenSince(slug: string, since: number): Given[];
  /** Total answers by source. */
  readonly counts: Readonly<Record<Level, number>>;
  /** The headers of an answer that has no menu. `isKnown`: a restaurant has or had the slug. */
  missing(req: IncomingMessage, slug: string, lang: string, form: Form, level: Level, isKnown: boolean): string[];
  /** The headers of an answer that leads from the address of a language in which `menu` is not offered. */
  notOffered(req: IncomingMessage, menu: CachedMenu, lang: string, form: Form, level: Level): string[];
  /** Sends the page of no menu, the same for every slug. Headers that were set before are sent, too. */
  sendMissingPage(req: IncomingMessage, res: ServerResponse): void;
}

/** No edge caches an answer for longer than this many milliseconds after it was sent (`lifetimeAtEdge`). */
export const EDGE_MS = 1_000;

/** An edge sends this header to get a new answer to cache, however rarely the menu is read (infra/deploy/nginx). */
const REFRESH_HEADER = 'x-edge-refresh';

/** An edge sends its own time with this header, in seconds since 1970 (infra/deploy/nginx). */
const EDGE_TIME_HEADER = 'x-edge-time';

/**
 * When a popular entry expires, all requests that an edge has open come here at once. In this many milliseconds only one answer goes
 * without the header that keeps an edge from writing it to its cache: a file costs nginx ten times what passing an answer on does.
 */
const BURST_MS = 20;
const NO_CACHE_HEADER = 'X-Edge-No-Cache';

/** An answer read again within this many milliseconds is worth caching at the edge for its second. */
const POPULAR_MS = 2 * EDGE_MS;

/** Even a rarely read answer is given to the edges this often, in milliseconds, as a last good copy. */
const COPY_MS = 10 * 60_000;

/** Maximum number of such answers remembered. */
const COPIES_MAX = 200_000;

export function menuResponder(memory: MenuMemory, page: MenuPage): MenuResponder {
  const { etagOf, ready, make } = representations(memory, page);
  const missing = Buffer.from(page.missing);
  const missingPage: Record<Coding, Buffer> = {
    gzip: gzipSync(missing),
    br: brotliCompressSync(missing),
    identity: missing,
  };
  const counts: Record<Level, number> = { memory: 0, redis: 0, origin: 0, stale: 0 };
  /** By slug and then by language, when each form was last sent in each coding. */
  let given = new Map<string, Map<string, number[]>>();
  let before = new Map<string, Map<string, number[]>>();
  let turnedAt = 0;
  /** Answers of which the edges already have a copy. */
  let copied = new Set<string>();
  let copiedFrom = 0;
  /** What the edges may cache of the answers in the current burst. */
  let burst = new Set<string>();
  let burstAt = 0;

  /**
   * Records an answer and returns how long our own edges, which are refreshed on every change, may cache it
   * (`X-Accel-Expires`). Caching costs an edge a file write, more than everything else, and most menus are not read
   * again in time. A stale answer is never cached: it would hide the next current one.
   */
  const note = (
    slug: string,
    lang: string,
    form: Form,
    coding: Coding,
    headers: IncomingHttpHeaders,
    level: Level,
  ): string => {
    const now = Date.now();
    if (now - turnedAt > POPULAR_MS) {
      before = given;
      given = new Map();
      turnedAt = now;
    }
    let languages = given.get(slug);
    if (!languages) {
      languages = new Map();
      given.set(slug, languages);
    }
    let times = languages.get(lang);
    if (!times) {
      times = [0, 0, 0, 0, 0, 0];
      languages.set(lang, times);
    }
    const at = FORMS.indexOf(form) * CODINGS.length + CODINGS.indexOf(coding);
    const last = times[at] || before.get(slug)?.get(lang)?.[at] || 0;
    times[at] = now;
    if (level === 'stale') return '0';
    if (now - last < POPULAR_MS || headers[REFRESH_HEADER] === '1') return lifetimeAtEdge(headers);
    if (now - copiedFrom > COPY_MS || copied.size > COPIES_MAX) {
      copied = new Set();
      copiedFrom = now;
    }
    const name = `${slug}/${lang} ${at}`;
    if (copied.has(name)) return '0';
    copied.add(name);
    return lifetimeAtEdge(headers);
  };

  /** Whether an answer of that name was sent in the current burst. */
  const isRepeated = (name: string): boolean => {
    const now = Date.now();
    if (now - burstAt >= BURST_MS) {
      burst = new Set();
      burstAt = now;
    }
    if (burst.has(name)) return true;
    burst.add(name);
    return false;
  };

  /** Sends `body` and its headers, or 304 without them. `edgeLifetime` is for X-Accel-Expires, `name` tells answers apart. */
  const write = (
    req: IncomingMessage,
    res: ServerResponse,
    menu: CachedMenu,
    level: Level,
    made: Representation | { etag: string; until: number | undefined },
    edgeLifetime: string,
    name: string,
  ) => {
    counts[level] += 1;
    const lifetime = endingBefore(made.until, edgeLifetime);
    const age = String(Math.max(0, Math.floor((Date.now() - menu.at) / 1000)));
    const more = ['X-Accel-Expires', lifetime, 'X-Cache', level, 'Age', age];
    if (lifetime !== '0' && !isRefresh(req) && isRepeated(`${name} ${lifetime}`)) more.push(NO_CACHE_HEADER, '1');
    if ('etag' in made) {
      res.writeHead(304, ['ETag', made.etag, MENU_VERSION_HEADER, versionOf(menu), ...CACHE_HEADERS, ...more]).end();
      return;
    }
    res.writeHead(200, [...made.headers, ...more]);
    if (req.method === 'HEAD') res.end();
    else res.end(made.body);
  };

  const sendReady: Sending<boolean> = (req, res, form, menu, lang, level) => {
    const coding = codingFor(req.headers['accept-encoding']);
    const asked = req.headers['if-none-match'];
    const etag = etagOf(menu, coding, lang);
    const isKnown = asked !== undefined && (asked === etag || hasTag(asked, etag));
    const made = isKnown ? { etag, until: untilOf(menu, Date.now()) } : ready(menu, form, coding, lang);
    if (!made) return false;
    const lifetime = note(menu.slug, lang, form, coding, req.headers, level);
    write(req, res, menu, level, made, lifetime, nameOf(menu, lang, form, coding));
    return true;
  };

  return {
    counts,
    sendReady,

    async send(req, res, form, menu, lang, level) {
      if (sendReady(req, res, form, menu, lang, level)) return;
      const coding = codingFor(req.headers['accept-encoding']);
      const made = await make(menu, form, coding, lang, isRefresh(req) ? `edge ${menu.slug}` : clientOf(req));
      if (res.destroyed) return;
      // A change heard meanwhile has refreshed the edges already, so an older answer must not be cached now. A refresh checks its answer.
      const isCurrent = isRefresh(req) || memory.find(menu.slug)?.made === menu.made;
      const lifetime = isCurrent ? note(menu.slug, lang, form, coding, req.headers, level) : '0';
      write(req, res, menu, level, made, lifetime, nameOf(menu, lang, form, coding));
    },

    sendMissingPage(req, res) {
      const coding = codingFor(req.headers['accept-encoding']);
      const body = missingPage[coding];
      const headers = ['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(body.length)];
      if (coding !== 'identity') headers.push('Content-Encoding', coding);
      res.writeHead(404, headers).end(req.method === 'HEAD' ? undefined : body);
    },

    missing(req, slug, lang, form, level, isKnown) {
      counts[level] += 1;
      // Anybody can invent slugs and languages, and their answers would push menus out of the edges.
      const isCacheable = (isKnown && lang === '') || isRefresh(req);
      const coding = codingFor(req.headers['accept-encoding']);
      const lifetime = isCacheable ? note(slug, lang, form, coding, req.headers, level) : '0';
      return [...CACHE_HEADERS, 'X-Accel-Expires', lifetime, 'X-Cache', level];
    },

    notOffered(req, menu, lang, form, level) {
      counts[level] += 1;
      // An edge that has the menu in this language gets this answer in its place.
      const coding = codingFor(req.headers['accept-encoding']);
      const lifetime = isRefresh(req) ? note(menu.slug, lang, form, coding, req.headers, level) : '0';
      const version = [MENU_VERSION_HEADER, versionOf(menu)];
      return [...CACHE_HEADERS, ...version, 'X-Accel-Expires', lifetime, 'X-Cache', level];
    },

    givenSince(slug, since) {
      const found: Given[] = [];
      const languages = new Set([...(given.get(slug)?.keys() ?? []), ...(before.get(slug)?.keys() ?? [])]);
      for (const lang of languages) {
        const last = given.get(slug)?.get(lang);
        const earlier = before.get(slug)?.get(lang);
        FORMS.forEach((form, formAt) => {
          CODINGS.forEach((coding, codingAt) => {
            const at = formAt * CODINGS.length + codingAt;
            if (Math.max(last?.[at] ?? 0, earlier?.[at] ?? 0) >= since) found.push({ form, coding, lang });
          });
        });
      }
      return found;
    },
  };
}

const nameOf = (menu: CachedMenu, lang: string, form: Form, coding: Coding): string =>
  `${menu.slug}/${lang} ${form} ${coding}`;

const isRefresh = ({ headers }: IncomingMessage): boolean => headers[REFRESH_HEADER] === '1';

/**
 * Until the end of the second in which the edge sent the request, by its own clock. nginx compares whole seconds, so a
 * lifetime of "1" would mean up to two, and begin only when the answer arrives.
 */
const lifetimeAtEdge = ({ [EDGE_TIME_HEADER]: time }: IncomingHttpHeaders): string => {
  const [, second] = /^(\d{1,12})(?:\.\d+)?$/.exec(String(time)) ?? [];
  return second === undefined ? '0' : `@${second}`;
};

/** `lifetime`, which ends a second before the turn `until` at the latest: the last second that an edge may answer in. */
const endingBefore = (until: number | undefined, lifetime: string): string => {
  if (until === undefined || lifetime === '0') return lifetime;
  return `@${Math.min(Number(lifetime.slice(1)), Math.ceil(until / 1000) - 1)}`;
};

/** Whether `asked`, an If-None-Match header, contains `etag`; a CDN may have turned it into a weak one. */
const hasTag = (asked: string, etag: string) =>
  asked.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
