import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { renderToString } from 'react-dom/server.edge';
import { MenuRoot } from './menu-root.tsx';

/** Renders a menu to HTML for #root of the public menu page, where the client hydrates it. Built into dist-ssr/. */
export function renderMenu(menu: PublicMenu, slug: string): string {
  return renderToString(<MenuRoot slug={slug} first={{ status: 'ready', menu, version: '', keptAt: undefined }} />);
}
