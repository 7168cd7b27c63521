import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Connect, Plugin } from 'vite';
import { MenuSkeleton } from './src/features/public-menu/components/menu-skeleton.tsx';

/** Serves menu.html at the same addresses as nginx, with the skeleton that shows until the script has loaded. */
export function menuPage(): Plugin {
  const atItsAddresses: Connect.NextHandleFunction = (request, _response, next) => {
    const path = request.url?.split('?')[0] ?? '';
    if (/^\/menu\/[^/]+\/?$/.test(path)) request.url = '/menu.html';
    // Otherwise Vite would find the file by its name.
    if (path === '/menu') request.url = '/index.html';
    next();
  };
  return {
    name: 'menu-page',
    configureServer: (server) => void server.middlewares.use(atItsAddresses),
    configurePreviewServer: (server) => void server.middlewares.use(atItsAddresses),
    transformIndexHtml: (html) =>
      html.replace('<!--skeleton-->', () => renderToStaticMarkup(createElement(MenuSkeleton))),
  };
}
