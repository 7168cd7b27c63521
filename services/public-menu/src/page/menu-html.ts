import { MENU_DATA_ID } from '@tavola/contracts/menu-page.ts';
import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { directionOf } from '@tavola/contracts/rules/languages.ts';
import { absolutePicture } from '@tavola/contracts/rules/pictures.ts';
import { escaped } from '../menu/menu-json.ts';
import { menuSchema } from './menu-schema.ts';
import { type OperatorPages, operatorLinks } from './operator-links.ts';

const HEAD = /<!--head-->[\s\S]*?<!--\/head-->/;
const ROOT = /<!--root-->[\s\S]*?<!--\/root-->/;
const MENU = '<!--menu-->';
const OPERATOR = '<!--operator-->';
const HTML = /<html lang="en"/;

/** Renders a menu's HTML as the page's own script would. */
export type RenderMenu = (menu: PublicMenu, slug: string) => string | undefined;

/** The page's words in a language, with those of its head and for search engines; `{name}` stands for the restaurant's. */
export interface PageWords {
  title: string;
  summary: string;
  more: string;
}

const ENGLISH: PageWords = {
  title: 'Menu of {name}',
  summary: 'What {name} serves today, with up-to-date prices.',
  more: 'More',
};

/** Maximum length of a description in link previews and search results, in characters. */
const DESCRIPTION_LENGTH = 200;

/**
 * Maximum number of dishes that a page holds three times: as HTML, as data for its script, and described for search engines.
 * The page of a larger menu holds them as HTML alone, and its script gets the data from the API.
 */
export const DATA_ITEMS_MAX = 300;

/**
 * The diners' page from the web build (`shell`) with a menu embedded: rendered, to be readable before scripts load;
 * its data, and the page's words in its language, for the page's script; and title, description, link preview and schema.org
 * data. `origin` is the site's public address, `operator` names the operator's pages. Where `render` gives nothing, the page's script renders the menu; where it is null,
 * the page holds no schema.org data either.
 */
export function menuHtml(
  shell: string,
  origin: string,
  { menu: shown, ...menu }: { version: string; menu: PublicMenu; json: string; words: PageWords | undefined },
  render: RenderMenu | null,
  operator: OperatorPages = {},
): string {
  const urls = urlsOf(shown, origin);
  const { url } = urls;
  const words = inHead(menu.words ?? ENGLISH, shown.tenant);
  const isLarge = shown.items.length > DATA_ITEMS_MAX;
  const schema = () => {
    const described = isLarge ? { ...shown, categories: [], items: [] } : shown;
    const json = escaped(JSON.stringify(menuSchema(described, { url, ...words })));
    return `<script type="application/ld+json">${json}</script>`;
  };
  return filled(
    inLanguage(withOperator(shell, operator, shown.language?.tag), shown),
    headOf(shown, urls, origin, words),
    data(menu.version, isLarge ? undefined : menu.json, menu.words) + (render ? schema() : ''),
    render?.(shown, shown.tenant.slug),
  );
}

/**
 * The page of no menu.
 * @throws Error if `shell` lacks the placeholders.
 */
export function missingHtml(shell: string, operator: OperatorPages = {}): string {
  const marks = shell.includes(MENU) && shell.includes(OPERATOR);
  if (!HEAD.test(shell) || !ROOT.test(shell) || !HTML.test(shell) || !marks) {
    throw new Error(
      'The shell of the menu page lacks <html lang="en">, <!--head-->, <!--root-->, <!--menu--> or <!--operator-->',
    );
  }
  return filled(
    withOperator(shell, operator, undefined),
    `<title>Menu · ${PRODUCT_NAME}</title><meta name="robots" content="noindex">`,
    data('', 'null'),
    undefined,
  );
}

function filled(shell: string, head: string, body: string, root: string | undefined): string {
  const page = shell.replace(HEAD, () => head).replace(MENU, () => body);
  return root === undefined ? page : page.replace(ROOT, () => root);
}

/** The version, the menu and the page's words for the page's script; without `json`, no menu. */
const data = (version: string, json: string | undefined, words?: object) =>
  `<script type="application/json" id="${MENU_DATA_ID}">{"version":"${version}"${json ? `,"menu":${json}` : ''}${
    words ? `,"words":${escaped(JSON.stringify(words))}` : ''
  }}</script>`;

/** The addresses of a menu: its own, and that of each language that it is offered in. */
interface Urls {
  url: string;
  byLanguage: readonly (readonly [tag: string, url: string])[];
}

function urlsOf({ tenant, language }: PublicMenu, origin: string): Urls {
  const baseUrl = `${origin}/menu/${tenant.slug}`;
  const { tag, base, offered = [] } = language ?? {};
  const urlIn = (one: string | undefined) => (one === base ? baseUrl : `${baseUrl}/${one}`);
  return {
    url: urlIn(tag),
    byLanguage: offered.length > 1 ? offered.map((one) => [one, urlIn(one)] as const) : [],
  };
}

const withOperator = (shell: string, operator: OperatorPages, tag: string | undefined): string =>
  shell.replace(OPERATOR, () => operatorLinks(operator, tag));

/** The shell in the menu's language and direction. */
const inLanguage = (shell: string, { language }: PublicMenu): string =>
  language ? shell.replace(HTML, () => `<html lang="${language.tag}" dir="${directionOf(language.tag)}"`) : shell;

/** `words` about the restaurant. */
const inHead = ({ title, summary, more }: PageWords, { name }: PublicMenu['tenant']): PageWords => {
  const fill = (text: string) => text.replaceAll('{name}', () => name);
  return { title: fill(title), summary: fill(summary), more };
};

function headOf(menu: PublicMenu, { url, byLanguage }: Urls, origin: string, { title, summary }: PageWords): string {
  const { tenant, language } = menu;
  const description = shortened(tenant.description ?? summary);
  const picture = pictureOf(menu);
  const meta = (name: string, content: string, by: 'name' | 'property' = 'property') =>
    `<meta ${by}="${name}" content="${inAttribute(content)}">`;
  return [
    `<title>${inText(`${title} · ${PRODUCT_NAME}`)}</title>`,
    meta('description', description, 'name'),
    `<link rel="canonical" href="${inAttribute(url)}">`,
    ...byLanguage.map(([tag, href]) => alternate(tag, href)),
    ...byLanguage.slice(0, 1).map(([, href]) => alternate('x-default', href)),
    `<link rel="manifest" href="${inAttribute(`/menu/${tenant.slug}/manifest.webmanifest`)}">`,
    meta('og:type', 'restaurant.menu'),
    meta('og:site_name', PRODUCT_NAME),
    meta('og:title', title),
    meta('og:description', description),
    meta('og:url', url),
    ...(language ? [meta('og:locale', localeOf(language.tag))] : []),
    ...byLanguage.flatMap(([tag]) => (tag === language?.tag ? [] : [meta('og:locale:alternate', localeOf(tag))])),
    meta('og:image', absolutePicture(origin, picture ?? '/share.png')),
    meta('og:image:alt', title),
    meta('twitter:card', 'summary_large_image', 'name'),
  ].join('');
}

const alternate = (tag: string, href: string) => `<link rel="alternate" hreflang="${tag}" href="${inAttribute(href)}">`;

/** A language tag as Open Graph writes it: `pt_BR`. */
const localeOf = (tag: string) => tag.replaceAll('-', '_');

/** A picture for the menu's link preview: the cover, that of a recommended dish, of any dish, or the logo. */
const pictureOf = ({ tenant, items }: PublicMenu) =>
  tenant.look?.cover ??
  (items.find((item) => item.image && (item.isFeatured || item.isPopular)) ?? items.find((item) => item.image))
    ?.image ??
  tenant.logo;

function shortened(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= DESCRIPTION_LENGTH) return plain;
  // Never cut a surrogate pair in half.
  return `${Array.from(plain.slice(0, DESCRIPTION_LENGTH - 1))
    .slice(0, -1)
    .join('')
    .trimEnd()}…`;
}

const inText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const inAttribute = (text: string) => inText(text).replaceAll('"', '&quot;');
