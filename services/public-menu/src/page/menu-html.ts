import { MENU_DATA_ID } from '@tavola/contracts/menu-page.ts';
import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { escaped } from '../menu/escaped.ts';
import { menuSchema } from './menu-schema.ts';

const HEAD = /<!--head-->[\s\S]*?<!--\/head-->/;
const ROOT = /<!--root-->[\s\S]*?<!--\/root-->/;
const MENU = '<!--menu-->';

/** Renders a menu's HTML as the page's own script would. */
export type RenderMenu = (menu: PublicMenu, slug: string) => string;

/** Maximum length of a description in link previews and search results, in characters. */
const DESCRIPTION_LENGTH = 200;

/**
 * Maximum number of dishes that a page holds three times: as HTML, as data for its script, and described for search engines.
 * The page of a larger menu holds them as HTML alone, and its script gets the data from the API.
 */
export const DATA_ITEMS_MAX = 300;

/**
 * The diners' page from the web build (`shell`) with a menu embedded: rendered, to be readable before scripts load;
 * its data, for the page's script; and title, description, link preview and schema.org data. `origin` is the site's
 * public address. Where `render` gives nothing, the page's script renders the menu.
 */
export function menuHtml(
  shell: string,
  origin: string,
  menu: { version: string; json: string },
  render: (...menu: Parameters<RenderMenu>) => string | undefined,
): string {
  const shown = JSON.parse(menu.json) as PublicMenu;
  const url = `${origin}/menu/${shown.tenant.slug}`;
  const isLarge = shown.items.length > DATA_ITEMS_MAX;
  const schema = escaped(JSON.stringify(menuSchema(isLarge ? { ...shown, categories: [], items: [] } : shown, url)));
  return filled(
    shell,
    headOf(shown, url, origin),
    `${data(menu.version, isLarge ? undefined : menu.json)}<script type="application/ld+json">${schema}</script>`,
    render(shown, shown.tenant.slug),
  );
}

/**
 * The page of no menu.
 * @throws Error if `shell` lacks the placeholders.
 */
export function missingHtml(shell: string): string {
  if (!HEAD.test(shell) || !ROOT.test(shell) || !shell.includes(MENU)) {
    throw new Error('The shell of the menu page lacks <!--head-->, <!--root--> or <!--menu-->');
  }
  return filled(
    shell,
    `<title>Menu · ${PRODUCT_NAME}</title><meta name="robots" content="noindex">`,
    data('', 'null'),
    undefined,
  );
}

function filled(shell: string, head: string, body: string, root: string | undefined): string {
  const page = shell.replace(HEAD, () => head).replace(MENU, () => body);
  return root === undefined ? page : page.replace(ROOT, () => root);
}

/** The version and the menu for the page's script; without `json`, the version alone. */
const data = (version: string, json: string | undefined) =>
  `<script type="application/json" id="${MENU_DATA_ID}">{"version":"${version}"${json ? `,"menu":${json}` : ''}}</script>`;

function headOf(menu: PublicMenu, url: string, origin: string): string {
  const { tenant } = menu;
  const title = `Menu of ${tenant.name}`;
  const description = shortened(tenant.description ?? `What ${tenant.name} serves today, with up-to-date prices.`);
  const picture = pictureOf(menu);
  const meta = (name: string, content: string, by: 'name' | 'property' = 'property') =>
    `<meta ${by}="${name}" content="${inAttribute(content)}">`;
  return [
    `<title>${inText(`${title} · ${PRODUCT_NAME}`)}</title>`,
    meta('description', description, 'name'),
    `<link rel="canonical" href="${inAttribute(url)}">`,
    `<link rel="manifest" href="${inAttribute(`/menu/${tenant.slug}/manifest.webmanifest`)}">`,
    meta('og:type', 'restaurant.menu'),
    meta('og:site_name', PRODUCT_NAME),
    meta('og:title', title),
    meta('og:description', description),
    meta('og:url', url),
    meta('og:image', picture ?? `${origin}/share.png`),
    meta('og:image:alt', title),
    meta('twitter:card', 'summary_large_image', 'name'),
  ].join('');
}

/** A picture for the menu's link preview: of a recommended dish, of any dish, or the logo. */
const pictureOf = ({ tenant, items }: PublicMenu) =>
  (items.find((item) => item.image && (item.isFeatured || item.isPopular)) ?? items.find((item) => item.image))
    ?.image ?? tenant.logo;

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
