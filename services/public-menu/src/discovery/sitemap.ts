import { activeSlugs } from '@tavola/contracts/auth.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';

/** Maximum addresses in one file (sitemaps.org). */
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
export function sitemaps(auth: ServiceClient, origin: string): Sitemaps {
  let list: { slugs: Promise<string[]>; at: number } | undefined;

  const readAll = async () => {
    const all: string[] = [];
    while (true) {
      const after = all.length > 0 ? `&after=${all.at(-1)}` : '';
      const { slugs } = await auth.get(`/internal/tenants/slugs?limit=${PAGE_LENGTH}${after}`, activeSlugs);
      all.push(...slugs);
      if (slugs.length < PAGE_LENGTH) return all;
    }
  };
  const slugs = () => {
    if (!list || performance.now() - list.at > LIST_MS) {
      const reading = readAll();
      list = { slugs: reading, at: performance.now() };
      reading.catch(() => {
        list = undefined;
      });
    }
    return list.slugs;
  };
  const file = (of: readonly string[]) =>
    xml(
      'urlset',
      of.map((slug) => `<url><loc>${origin}/menu/${slug}</loc></url>`),
    );

  return {
    async first() {
      const all = await slugs();
      if (all.length <= FILE_MAX) return file(all);
      const files = Math.ceil(all.length / FILE_MAX);
      const names = Array.from({ length: files }, (_, at) => `${origin}/sitemaps/${at + 1}.xml`);
      return xml(
        'sitemapindex',
        names.map((name) => `<sitemap><loc>${name}</loc></sitemap>`),
      );
    },
    async file(number) {
      const part = (await slugs()).slice((number - 1) * FILE_MAX, number * FILE_MAX);
      return part.length > 0 ? file(part) : null;
    },
  };
}

const xml = (root: string, lines: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${root}>\n`;
