import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Connect, defineConfig, type Plugin, type Rolldown } from 'vite';
import { MenuSkeleton } from './src/features/public-menu/components/menu-skeleton.tsx';
import { compressed } from './vite-compressed.ts';

const backend = 'http://localhost:8080';

export default defineConfig({
  plugins: [react(), tailwindcss(), menuPage(), compressed()],
  server: { proxy: { '/api': backend, '/q': backend } },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // Lists what each screen's chunk needs: for the size budget and for preload hints.
    manifest: true,
    // All target browsers support modulepreload.
    modulePreload: { polyfill: false },
    // A font inlined into the stylesheet would delay the first paint.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'menu.html'],
      output: {
        // Code shared by the public menu page and the application goes into one file instead of a dozen.
        codeSplitting: { groups: [{ name: (id, graph) => (isShared(id, graph) ? 'shared' : null) }] },
      },
    },
  },
});

/** Whether both the public menu page and the application load this module, statically or dynamically. */
function isShared(id: string, graph: Pick<Rolldown.PluginContext, 'getModuleInfo'>): boolean {
  const isNeededBy = (page: string, withLazy: boolean) => {
    const seen = new Set([id]);
    for (const at of seen) {
      if (at.endsWith(page)) return true;
      const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(at) ?? {};
      for (const importer of withLazy ? [...importers, ...dynamicImporters] : importers) seen.add(importer);
    }
    return false;
  };
  return isNeededBy('/app/menu-main.tsx', false) && isNeededBy('/app/main.tsx', true);
}

/** Serves menu.html at the same addresses as nginx, with the skeleton that shows until the script has loaded. */
function menuPage(): Plugin {
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
