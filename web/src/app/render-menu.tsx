import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { renderToString } from 'react-dom/server.edge';
import { MenuRoot } from './menu-root.tsx';

/** The HTML of a menu, for the diners' page's #root; the phone's script takes it over as it is. Built into dist-ssr/. */
export function renderMenu(menu: PublicMenu, slug: string): string {
  return renderToString(<MenuRoot slug={slug} first={{ status: 'ready', menu, version: '', keptAt: undefined }} />);
}
