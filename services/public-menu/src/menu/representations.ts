import { MENU_VERSION_HEADER } from '@tavola/contracts/menu-page.ts';
import { type CachedMenu, type Form, isPlain, type Representation, untilOf, versionOf } from './cached-menu.ts';
import { type Coding, decode, encode } from './codings.ts';
import { fingerprintsTag } from './fingerprints.ts';
import type { MenuMemory } from './menu-memory.ts';

/** What is made of the menu of the restaurant `tenantId` whose compressed JSON is `gzip`. */
export interface Rendition {
  form: Form;
  tenantId: string;
  version: string;
  gzip: Buffer;
  /** The language to make it in; undefined where the restaurant has no other languages. */
  lang: string | undefined;
  /** The time to make it for, where the menu changes by itself. */
  phase: Phase | undefined;
}

/** The time `at`, up to the menu's next turn, if there is one; in Unix time in milliseconds. */
export interface Phase {
  at: number;
  until: number | undefined;
}

/** What a thread makes: a form, or a page without the rendered menu, which the page's script then renders. */
export type RenderForm = Form | 'bare';

/** An uncompressed body. */
export interface MadeBody {
  body: Buffer;
  /** When to make it anew, in Unix time in milliseconds: the menu in the page could not be rendered in time. */
  retryAt: number | undefined;
}

/** Tells what is made of one menu apart. */
export const renditionName = ({
  form,
  lang = '',
  phase,
}: Pick<Rendition, 'lang' | 'phase'> & { form: RenderForm }): string => `${form}${lang} ${phase?.until ?? ''}`;

/** Makes the pages that hold menus, and menus in one of their languages. */
export interface MenuPage {
  /**
   * The uncompressed body of `rendition`. Simultaneous calls for the same one share the work. Clients and restaurants take turns,
   * so that one who asks for many pages, or whose menu changes often, delays no other.
   * @throws Problem `unavailable` if too many wait for `client` or the restaurant, this one has waited too long, or the menu took
   * too long to make.
   */
  render(rendition: Rendition, client: string): Promise<MadeBody>;
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
interface Representations {
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
  /** What is being made, by the menu's representations, and then by form, coding, language and phase. */
  const inFlight = new WeakMap<CachedMenu['made'], Map<string, Promise<Representation>>>();
  /** Uncompressed bodies, from the beginning of their making until they are kept in a coding: by form, language and phase. */
  const plain = new WeakMap<CachedMenu['made'], Map<string, Promise<MadeBody>>>();

  const tagOf = (menu: CachedMenu, coding: Coding, lang: string, until: number | undefined) => {
    const [base] = menu.offered;
    const language = base === undefined ? '' : `${lang || base}-`;
    const phase = until === undefined ? '' : `${until.toString(36)}-`;
    return `"${menu.tenantId.slice(0, 8)}-${versionOf(menu)}-${fingerprintsTag(menu)}${phase}${language}${page.tag}-${coding}"`;
  };
  const etagOf = (menu: CachedMenu, coding: Coding, lang: string) =>
    tagOf(menu, coding, lang, untilOf(menu, Date.now()));

  const withHeaders = (
    menu: CachedMenu,
    { form, lang, until }: Wanted,
    coding: Coding,
    { body, retryAt }: MadeBody,
  ): Representation => {
    const headers = ['Content-Type', TYPES[form]];
    if (coding !== 'identity') headers.push('Content-Encoding', coding);
    const tag = tagOf(menu, coding, lang, until);
    // A page without the rendered menu must not be taken for the rendered one.
    const etag = retryAt === undefined ? tag : tag.replace(/-(\w+")$/, '-bare-$1');
    headers.push('Content-Length', String(body.length), 'ETag', etag);
    headers.push(MENU_VERSION_HEADER, versionOf(menu), ...CACHE_HEADERS);
    if (form === 'page' && !menu.isListed) headers.push('X-Robots-Tag', 'noindex');
    return { body, headers, until, retryAt };
  };

  const keep = (menu: CachedMenu, wanted: Wanted, coding: Coding, given: MadeBody): Representation => {
    const made = withHeaders(menu, wanted, coding, given);
    menu.made.set(wanted.form + coding + wanted.lang, made);
    plain.get(menu.made)?.delete(renditionName(renditionOf(menu, wanted)));
    memory.hasGrown(menu);
    return made;
  };

  const ready = (menu: CachedMenu, form: Form, coding: Coding, lang: string): Representation | undefined => {
    const name = form + coding + lang;
    const known = menu.made.get(name);
    if (known && isOver(known)) menu.made.delete(name);
    else if (known) return known;
    if (form !== 'data' || coding !== 'gzip' || !isPlain(menu)) return undefined;
    const body = { body: gzipOf(menu), retryAt: undefined };
    return keep(menu, { form, lang, until: undefined, at: 0 }, coding, body);
  };

  const isOver = ({ until = Infinity, retryAt = Infinity }: Representation): boolean =>
    Math.min(until, retryAt) <= Date.now();

  const wantedOf = (menu: CachedMenu, form: Form, lang: string): Wanted => {
    const at = Date.now();
    return { form, lang, at, until: untilOf(menu, at) };
  };

  const renditionOf = (menu: CachedMenu, { form, lang, at, until }: Wanted): Rendition => ({
    form,
    tenantId: menu.tenantId,
    version: versionOf(menu),
    gzip: gzipOf(menu),
    lang: lang || menu.offered[0],
    phase: menu.turns.length === 0 ? undefined : { at, until },
  });

  /** The uncompressed body: from a compressed one if there is any, so that each is made once. */
  const plainBody = async (menu: CachedMenu, wanted: Wanted, client: string): Promise<MadeBody> => {
    for (const coding of KEPT_CODINGS) {
      const made = ready(menu, wanted.form, coding, wanted.lang);
      if (made && made.until === wanted.until) {
        return { body: await decode(made.body, coding), retryAt: made.retryAt };
      }
    }
    const all = plain.get(menu.made) ?? new Map<string, Promise<MadeBody>>();
    plain.set(menu.made, all);
    const rendition = renditionOf(menu, wanted);
    const name = renditionName(rendition);
    const known = all.get(name);
    if (known) return known;
    const body = page.render(rendition, client);
    all.set(name, body);
    body.catch(() => all.delete(name));
    return body;
  };

  const makeNew = async (menu: CachedMenu, wanted: Wanted, coding: Coding, client: string): Promise<Representation> => {
    if (coding !== 'identity') {
      const { body, retryAt } = await plainBody(menu, wanted, client);
      return keep(menu, wanted, coding, { body: await encode(body, coding), retryAt });
    }
    const { form, lang } = wanted;
    if (!KEPT_CODINGS.some((kept) => ready(menu, form, kept, lang))) await make(menu, form, 'gzip', lang, client);
    return withHeaders(menu, wanted, coding, await plainBody(menu, wanted, client));
  };

  const make: Representations['make'] = async (menu, form, coding, lang, client) => {
    const all = inFlight.get(menu.made) ?? new Map<string, Promise<Representation>>();
    inFlight.set(menu.made, all);
    const wanted = wantedOf(menu, form, lang);
    const rendition = renditionOf(menu, wanted);
    page.join(rendition, client);
    const name = coding + renditionName(rendition);
    const known = all.get(name);
    if (known) return known;
    const made = makeNew(menu, wanted, coding, client).finally(() => all.delete(name));
    all.set(name, made);
    return made;
  };

  return { etagOf, ready, make };
}

/** What is asked for: a form in a language, for the time `at`, up to the turn `until`. */
interface Wanted {
  form: Form;
  lang: string;
  at: number;
  until: number | undefined;
}

function gzipOf({ gzip }: CachedMenu): Buffer {
  if (!gzip) throw new Error('There is nothing to send of a menu that is not shown');
  return gzip;
}
