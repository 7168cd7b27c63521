import { createHash } from 'node:crypto';
import { MENU_DATA_ID } from '@tavola/contracts/menu-page.ts';
import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { MenuPage } from '../menu/answer.ts';
import { MENU_FORMAT } from '../menu/menu-format.ts';
import { escaped } from '../menu/menu-origin.ts';
import { menuSchema } from './menu-schema.ts';

const HEAD = /<!--head-->[\s\S]*?<!--\/head-->/;
const ROOT = /<!--root-->[\s\S]*?<!--\/root-->/;
const MENU = '<!--menu-->';

/** Renders a menu's HTML as the page's own script would. */
export type RenderMenu = (menu: PublicMenu, slug: string) => string;

/** Maximum length of a description in link previews and search results, in characters. */
const DESCRIPTION_LENGTH = 200;

/**
 * The diners' page from the web build (`shell`) with a menu embedded: rendered, to be readable before scripts load;
 * its data, for the page's script; and title, description, link preview and schema.org data. `origin` is the site's
 * public address. If rendering fails, the page's script renders the menu.
 * @throws Error if the shell lacks the placeholders.
 */
export function menuPage(shell: string, origin: string, render: RenderMenu, log: Logger): MenuPage {
  if (!HEAD.test(shell) || !ROOT.test(shell) || !shell.includes(MENU)) {
    throw new Error('The shell of the menu page lacks <!--head-->, <!--root--> or <!--menu-->');
  }
  const filled = (head: string, body: string, root?: string) => {
    const page = shell.replace(HEAD, () => head).replace(MENU, () => body);
    return root === undefined ? page : page.replace(ROOT, () => root);
  };
  const rendered = (menu: PublicMenu) => {
    try {
      return render(menu, menu.tenant.slug);
    } catch (error) {
      log.error({ err: error, slug: menu.tenant.slug }, 'menu not rendered');
      return undefined;
    }
  };
  const data = (version: string, json: string) =>
    `<script type="application/json" id="${MENU_DATA_ID}">{"version":"${version}","menu":${json}}</script>`;
  const missing = filled(
    `<title>Menu · ${PRODUCT_NAME}</title><meta name="robots" content="noindex">`,
    data('', 'null'),
  );

  return {
    tag: createHash('sha256').update(shell).update(origin).update(MENU_FORMAT).digest('hex').slice(0, 8),
    html(menu) {
      if (!menu) return missing;
      const shown = JSON.parse(menu.json) as PublicMenu;
      const url = `${origin}/menu/${shown.tenant.slug}`;
      const schema = escaped(JSON.stringify(menuSchema(shown, url)));
      return filled(
        headOf(shown, url, origin),
        `${data(menu.version, menu.json)}<script type="application/ld+json">${schema}</script>`,
        rendered(shown),
      );
    },
  };
}

function headOf(menu: PublicMenu, url: string, origin: string): string {
  const { tenant } = menu;
  const title = `Menu of ${tenant.name}`;
  const description = shortened(
    tenant.description ?? `What ${tenant.name} serves today, with the prices of this minute.`,
  );
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
