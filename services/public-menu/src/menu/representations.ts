import { MENU_VERSION_HEADER } from '@tavola/contracts/menu-page.ts';
import { type CachedMenu, type Form, type Representation, versionOf } from './cached-menu.ts';
import { type Coding, decode, encode } from './codings.ts';
import type { MenuMemory } from './menu-memory.ts';

/** What is made of a menu whose compressed JSON is `gzip`. */
export interface Rendition {
  form: Form;
  version: string;
  gzip: Buffer;
  /** The language to make it in, where `gzip` is a master; undefined where it is what guests get. */
  lang: string | undefined;
}

/** Makes the pages that hold menus, and menus in one of their languages. */
export interface MenuPage {
  /**
   * The uncompressed body of `rendition`. Simultaneous calls for the same one share the work. Clients take turns, so that one
   * who asks for many pages delays no other.
   * @throws Problem `unavailable` if too many wait for `client`, or this one has waited too long.
   */
  render(rendition: Rendition, client: string): Promise<Buffer>;
  /** If `rendition` waits for its turn, it now waits for `client`, too. */
  join(rendition: Rendition, client: string): void;
  /** The page of no menu. */
  readonly missing: string;
  /** Identifies the page's shell and the format of its data. */
  readonly tag: string;
}

/**
 * Makes the complete answers for menus, each once, and keeps them with their menus. `lang` is the language in the address, empty
 * where there is none.
 */
export interface Representations {
  /**
   * Identifies `menu` in `coding` and `lang`. It includes the build, because the next one may render the same menu differently.
   */
  etagOf(menu: CachedMenu, coding: Coding, lang: string): string;
  /** The representation, if nothing has to be rendered or compressed for it. */
  ready(menu: CachedMenu, form: Form, coding: Coding, lang: string): Representation | undefined;
  /**
   * Makes the representation in other threads, for all who wait for it.
   * @throws Problem `unavailable` as `MenuPage.render`.
   */
  make(menu: CachedMenu, form: Form, coding: Coding, lang: string, client: string): Promise<Representation>;
}

const TYPES: Record<Form, string> = { data: 'application/json; charset=utf-8', page: 'text/html; charset=utf-8' };

/** Caching by browsers and CDNs: they may store a menu but must revalidate it. */
export const CACHE_HEADERS = ['Cache-Control', 'public, no-cache', 'Vary', 'Accept-Encoding'];

/** Uncompressed representations are rare and large. They are made from the compressed ones, and not kept. */
const KEPT_CODINGS = ['gzip', 'br'] as const;

export function representations(memory: MenuMemory, page: MenuPage): Representations {
  /** What is being made, by the menu's representations, and then by form, coding and language. */
  const inFlight = new WeakMap<CachedMenu['made'], Map<string, Promise<Representation>>>();
  /** Uncompressed bodies, from the beginning of their making until they are kept in a coding: by form and language. */
  const plain = new WeakMap<CachedMenu['made'], Map<string, Promise<Buffer>>>();

  const etagOf = (menu: CachedMenu, coding: Coding, lang: string) => {
    const [base] = menu.offered;
    const tag = base === undefined ? '' : `${lang || base}-`;
    return `"${menu.tenantId.slice(0, 8)}-${versionOf(menu)}-${tag}${page.tag}-${coding}"`;
  };

  const withHeaders = (menu: CachedMenu, form: Form, coding: Coding, lang: string, body: Buffer): Representation => {
    const headers = ['Content-Type', TYPES[form]];
    if (coding !== 'identity') headers.push('Content-Encoding', coding);
    headers.push('Content-Length', String(body.length), 'ETag', etagOf(menu, coding, lang));
    headers.push(MENU_VERSION_HEADER, versionOf(menu), ...CACHE_HEADERS);
    return { body, headers };
  };

  const keep = (menu: CachedMenu, form: Form, coding: Coding, lang: string, body: Buffer): Representation => {
    const made = withHeaders(menu, form, coding, lang, body);
    menu.made.set(form + coding + lang, made);
    plain.get(menu.made)?.delete(form + lang);
    memory.hasGrown(menu);
    return made;
  };

  const ready = (menu: CachedMenu, form: Form, coding: Coding, lang: string): Representation | undefined => {
    const known = menu.made.get(form + coding + lang);
    // Only a menu without other languages is cached as guests get it.
    if (known || form !== 'data' || coding !== 'gzip' || menu.offered.length > 0) return known;
    return keep(menu, form, coding, lang, gzipOf(menu));
  };

  const renditionOf = (menu: CachedMenu, form: Form, lang: string): Rendition => ({
    form,
    version: versionOf(menu),
    gzip: gzipOf(menu),
    lang: lang || menu.offered[0],
  });

  /** The uncompressed body: from a compressed one if there is any, so that each is made once. */
  const plainBody = async (menu: CachedMenu, form: Form, lang: string, client: string): Promise<Buffer> => {
    for (const coding of KEPT_CODINGS) {
      const made = ready(menu, form, coding, lang);
      if (made) return decode(made.body, coding);
    }
    const all = plain.get(menu.made) ?? new Map<string, Promise<Buffer>>();
    plain.set(menu.made, all);
    const known = all.get(form + lang);
    if (known) return known;
    const body = page.render(renditionOf(menu, form, lang), client);
    all.set(form + lang, body);
    body.catch(() => all.delete(form + lang));
    return body;
  };

  const makeNew = async (
    menu: CachedMenu,
    form: Form,
    coding: Coding,
    lang: string,
    client: string,
  ): Promise<Representation> => {
    if (coding !== 'identity')
      return keep(menu, form, coding, lang, await encode(await plainBody(menu, form, lang, client), coding));
    if (!KEPT_CODINGS.some((kept) => ready(menu, form, kept, lang))) await make(menu, form, 'gzip', lang, client);
    return withHeaders(menu, form, coding, lang, await plainBody(menu, form, lang, client));
  };

  const make: Representations['make'] = async (menu, form, coding, lang, client) => {
    const all = inFlight.get(menu.made) ?? new Map<string, Promise<Representation>>();
    inFlight.set(menu.made, all);
    page.join(renditionOf(menu, form, lang), client);
    const name = form + coding + lang;
    const known = all.get(name);
    if (known) return known;
    const made = makeNew(menu, form, coding, lang, client).finally(() => all.delete(name));
    all.set(name, made);
    return made;
  };

  return { etagOf, ready, make };
}

function gzipOf({ gzip }: CachedMenu): Buffer {
  if (!gzip) throw new Error('There is nothing to send of a menu that is not shown');
  return gzip;
}
