import type { ActiveSlugs } from '@tavola/contracts/auth.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';

/** Maximum addresses in one file (sitemaps.org), with those of other languages that each of a menu's addresses names. */
const FILE_MAX = 50_000;

/** How many slugs one request to auth returns. */
const PAGE_LENGTH = 10_000;

/** How long the list of menus is cached, in milliseconds: search engines come a few times a day. */
const LIST_MS = 10 * 60_000;

/** The menus that search engines may find. */
export interface Sitemaps {
  /** /sitemap.xml: every menu, or an index of files if there are too many for one file. */
  first(): Promise<string>;
  /** /sitemaps/{number}.xml, numbered from 1; null if there is none. */
  file(number: number): Promise<string | null>;
}

/**
 * Sitemaps of the restaurants in auth, with addresses under `origin`.
 * Both reject with Problem `unavailable` if auth is down.
 */
export function sitemaps(auth: ServiceClient<'auth'>, origin: string): Sitemaps {
  let list: { files: Promise<string[][]>; at: number } | undefined;

  /** The files' entries. */
  const readAll = async (): Promise<string[][]> => {
    const files: string[][] = [[]];
    let size = 0;
    let last = '';
    while (true) {
      const { slugs, languages } = await auth.call(internalAuthOperations.listSlugs, {
        query: { limit: String(PAGE_LENGTH), ...(last && { after: last }) },
      });
      for (const slug of slugs) {
        const entries = entriesOf(`${origin}/menu/${slug}`, languages[slug]);
        // Each entry names every address and the default.
        const length = entries.length === 1 ? 1 : entries.length * (entries.length + 2);
        if (size + length > FILE_MAX) {
          files.push([]);
          size = 0;
        }
        files.at(-1)?.push(...entries);
        size += length;
      }
      last = slugs.at(-1) ?? '';
      if (slugs.length < PAGE_LENGTH) return files;
    }
  };
  const files = () => {
    if (!list || performance.now() - list.at > LIST_MS) {
      const reading = readAll();
      list = { files: reading, at: performance.now() };
      reading.catch(() => {
        list = undefined;
      });
    }
    return list.files;
  };

  return {
    async first() {
      const all = await files();
      if (all.length === 1) return xml('urlset', all[0] ?? []);
      return xml(
        'sitemapindex',
        all.map((_file, at) => `<sitemap><loc>${origin}/sitemaps/${at + 1}.xml</loc></sitemap>`),
      );
    },
    async file(number) {
      const entries = (await files())[number - 1];
      return entries && entries.length > 0 ? xml('urlset', entries) : null;
    },
  };
}

/** The entries of one menu: one for each language, which names all. */
function entriesOf(url: string, languages: ActiveSlugs['languages'][string] | undefined): string[] {
  if (!languages) return [`<url><loc>${url}</loc></url>`];
  const addresses = [[languages.base, url], ...languages.others.map((tag) => [tag, `${url}/${tag}`] as const)] as const;
  const links = [...addresses, ['x-default', url] as const].map(
    ([tag, href]) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${href}"/>`,
  );
  return addresses.map(([, own]) => `<url><loc>${own}</loc>${links.join('')}</url>`);
}

const NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';

const xml = (root: string, lines: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${NAMESPACES}>\n${lines.join('\n')}\n</${root}>\n`;
