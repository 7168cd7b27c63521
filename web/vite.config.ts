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
    // Tells what each screen's chunk needs: for the size budget and for whoever writes preload hints.
    manifest: true,
    // Every browser this is built for knows modulepreload.
    modulePreload: { polyfill: false },
    // A font inlined into the stylesheet would hold up the first paint.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'menu.html'],
      output: {
        // What the diners' page shares with the application is one file, not a dozen of them.
        codeSplitting: { groups: [{ name: (id, graph) => (isShared(id, graph) ? 'shared' : null) }] },
      },
    },
  },
});

/** Whether a diner's page loads this module, and the application does, at once or later. */
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

/** menu.html: at the addresses where nginx has it, and with the skeleton that stands until the script is here. */
function menuPage(): Plugin {
  const atItsAddresses: Connect.NextHandleFunction = (request, _response, next) => {
    const path = request.url?.split('?')[0] ?? '';
    if (/^\/menu\/[^/]+\/?$/.test(path)) request.url = '/menu.html';
    // Vite would find the file by its name.
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
