import { MENU_VERSION_HEADER } from '@tavola/contracts/menu-page.ts';
import { type CachedMenu, type Form, type Representation, versionOf } from './cached-menu.ts';
import { type Coding, decode, encode } from './codings.ts';
import type { MenuMemory } from './menu-memory.ts';

/** Renders the pages that hold menus. */
export interface MenuPage {
  /**
   * The HTML of the page of a menu whose compressed JSON is `gzip`. Simultaneous calls with the same `gzip` share one
   * rendering. Clients take turns, so that one who asks for many pages delays no other.
   * @throws Problem `unavailable` if too many pages wait for `client`, or this one has waited too long.
   */
  render(version: string, gzip: Buffer, client: string): Promise<Buffer>;
  /** If the page of `gzip` waits to be rendered, it now waits for `client`, too. */
  join(gzip: Buffer, client: string): void;
  /** The page of no menu. */
  readonly missing: string;
  /** Identifies the page's shell and the format of its data. */
  readonly tag: string;
}

/** Makes the complete answers for menus, each once, and keeps them with their menus. */
export interface Representations {
  /** Identifies `menu` in `coding`. It includes the build, because the next one may render the same menu differently. */
  etagOf(menu: CachedMenu, coding: Coding): string;
  /** The representation, if nothing has to be rendered or compressed for it. */
  ready(menu: CachedMenu, form: Form, coding: Coding): Representation | undefined;
  /**
   * Makes the representation in other threads, for all who wait for it.
   * @throws Problem `unavailable` as `MenuPage.render`.
   */
  make(menu: CachedMenu, form: Form, coding: Coding, client: string): Promise<Representation>;
}

const TYPES: Record<Form, string> = { data: 'application/json; charset=utf-8', page: 'text/html; charset=utf-8' };

/** Caching by browsers and CDNs: they may store a menu but must revalidate it. */
export const CACHE_HEADERS = ['Cache-Control', 'public, no-cache', 'Vary', 'Accept-Encoding'];

/** Uncompressed representations are rare and large. They are made from the compressed ones, and not kept. */
const KEPT_CODINGS = ['gzip', 'br'] as const;

export function representations(memory: MenuMemory, page: MenuPage): Representations {
  /** What is being made, by the menu's representations, and then by form and coding. */
  const inFlight = new WeakMap<CachedMenu['made'], Map<string, Promise<Representation>>>();
  /** Pages from the beginning of their rendering until they are kept in a coding. */
  const rendered = new WeakMap<CachedMenu['made'], Promise<Buffer>>();

  const etagOf = (menu: CachedMenu, coding: Coding) =>
    `"${menu.tenantId.slice(0, 8)}-${versionOf(menu)}-${page.tag}-${coding}"`;

  const withHeaders = (menu: CachedMenu, form: Form, coding: Coding, body: Buffer): Representation => {
    const headers = ['Content-Type', TYPES[form]];
    if (coding !== 'identity') headers.push('Content-Encoding', coding);
    headers.push('Content-Length', String(body.length), 'ETag', etagOf(menu, coding));
    headers.push(MENU_VERSION_HEADER, versionOf(menu), ...CACHE_HEADERS);
    return { body, headers };
  };

  const keep = (menu: CachedMenu, form: Form, coding: Coding, body: Buffer): Representation => {
    const made = withHeaders(menu, form, coding, body);
    menu.made.set(form + coding, made);
    if (form === 'page') rendered.delete(menu.made);
    memory.hasGrown(menu);
    return made;
  };

  const ready = (menu: CachedMenu, form: Form, coding: Coding): Representation | undefined => {
    const known = menu.made.get(form + coding);
    if (known || form !== 'data' || coding !== 'gzip') return known;
    return keep(menu, form, coding, gzipOf(menu));
  };

  /** The uncompressed body: from a compressed one if there is any, so that each page is rendered once. */
  const plainBody = async (menu: CachedMenu, form: Form, client: string): Promise<Buffer> => {
    for (const coding of KEPT_CODINGS) {
      const made = ready(menu, form, coding);
      if (made) return decode(made.body, coding);
    }
    const known = rendered.get(menu.made);
    if (known) return known;
    const html = page.render(versionOf(menu), gzipOf(menu), client);
    rendered.set(menu.made, html);
    html.catch(() => rendered.delete(menu.made));
    return html;
  };

  const makeNew = async (menu: CachedMenu, form: Form, coding: Coding, client: string): Promise<Representation> => {
    if (coding !== 'identity')
      return keep(menu, form, coding, await encode(await plainBody(menu, form, client), coding));
    if (!KEPT_CODINGS.some((kept) => ready(menu, form, kept))) await make(menu, form, 'gzip', client);
    return withHeaders(menu, form, coding, await plainBody(menu, form, client));
  };

  const make = async (menu: CachedMenu, form: Form, coding: Coding, client: string): Promise<Representation> => {
    const all = inFlight.get(menu.made) ?? new Map<string, Promise<Representation>>();
    inFlight.set(menu.made, all);
    if (form === 'page') page.join(gzipOf(menu), client);
    const known = all.get(form + coding);
    if (known) return known;
    const made = makeNew(menu, form, coding, client).finally(() => all.delete(form + coding));
    all.set(form + coding, made);
    return made;
  };

  return { etagOf, ready, make };
}

function gzipOf({ gzip }: CachedMenu): Buffer {
  if (!gzip) throw new Error('There is nothing to send of a menu that is not shown');
  return gzip;
}
