import type { ShownMenu } from './shown-menu.ts';

/** The address of a menu: the restaurant's slug and, for all but its base language, the language. */
export interface MenuAddress {
  slug: string;
  lang?: string | undefined;
}

/** The address in the path of a menu's page; an empty slug, which matches no menu, if there is none. */
export function addressIn(path: string): MenuAddress {
  const [, slug = '', lang] = /^\/menu\/([^/]+)(?:\/([^/]+))?\/?$/.exec(path) ?? [];
  try {
    return { slug: decodeURIComponent(slug), lang };
  } catch {
    return { slug, lang };
  }
}

/** The path of a menu's page. */
export const pagePath = ({ slug, lang }: MenuAddress): string =>
  `/menu/${encodeURIComponent(slug)}${lang ? `/${lang}` : ''}`;

/** The API path of a menu; its event stream is below that of the base language. */
export const menuPath = (address: MenuAddress): string => `/api/public${pagePath(address)}`;

/** The language of a menu in its address. */
export const langOf = ({ language }: ShownMenu): string | undefined =>
  language && language.tag !== language.base ? language.tag : undefined;
