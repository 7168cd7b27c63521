import { renderToString } from 'react-dom/server.edge';
import type { ShownMenu } from '../features/public-menu/shown-menu.ts';
import { ENGLISH } from '../features/public-menu/words/page-words.ts';
import { wordsFor } from '../features/public-menu/words/words-for.ts';
import { MenuRoot } from './menu-root.tsx';

export { wordsFor };

/** Renders a menu to HTML for #root of the public menu page, where the client hydrates it. Built into dist-ssr/. */
export function renderMenu(menu: ShownMenu, slug: string): string {
  const words = wordsFor(menu.language?.tag ?? ENGLISH);
  return renderToString(
    <MenuRoot slug={slug} first={{ status: 'ready', menu, version: '', keptAt: undefined, words }} />,
  );
}
