import tailwindcss from '@tailwindcss/vite';
import { guestNotice, NOTICE_TEXTS, type NoticeLanguage } from '@tavola/contracts/rules/guest-notice.ts';
import react from '@vitejs/plugin-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { DashboardShell } from './src/app/dashboard-shell.tsx';
import { VisitorsHead } from './src/features/marketing/components/visitors-head.tsx';
import { LAUNCH, PRE_LAUNCH } from './src/features/marketing/visitors-pages.ts';
import { compressed } from './vite-compressed.ts';
import { smallIcons } from './vite-icons.ts';
import { menuPage } from './vite-menu-page.ts';
import { photoReader } from './vite-photo-reader.ts';

/** The dashboard's first script. */
const EARLY = 'src/app/early.ts';

const backend = 'http://localhost:8080';

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    menuPage(),
    dashboardPage(),
    visitorsPages(),
    awayPages(),
    photoReader(),
    smallIcons(),
    compressed(),
  ],
  // A script in the format of this page's: pdf.js is one.
  worker: { format: 'es' },
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
      input: ['index.html', EARLY],
      output: {
        // A file for what loads together instead of dozens: on a phone's network each costs a round trip.
        // A group takes what its modules import, too, so those for more pages come first.
        codeSplitting: {
          groups: ['early', 'main', 'forms', 'dashboard'].toReversed().map((name, priority) => ({
            name: (id, graph) => (groupOf(id, graph) === name ? name : null),
            priority,
          })),
        },
      },
    },
  },
});

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** What a cold start of the dashboard needs: its frame, its list of items, and the kitchen, which starts without a network. */
const DASHBOARD = [
  '/app/dashboard-layout.tsx',
  '/app/dashboard-items.tsx',
  '/features/kitchen/pages/kitchen-page.tsx',
  '/features/kitchen/pages/unlock-page.tsx',
];
/** The screens for signed-out users that have forms. */
const VISITORS_FORMS = [
  '/features/auth/pages/login-page.tsx',
  '/features/auth/pages/signup-page.tsx',
  '/features/marketing/components/beta-form.tsx',
];

/** The file for a module's code; `null` leaves the choice to the bundler. */
function groupOf(id: string, graph: Graph): string | null {
  const isNeededBy = (pages: readonly string[]) => {
    const seen = new Set([id]);
    for (const at of seen) {
      if (pages.some((page) => at.endsWith(page))) return true;
      for (const importer of graph.getModuleInfo(at)?.importers ?? []) seen.add(importer);
    }
    return false;
  };
  if (isNeededBy([EARLY])) return 'early';
  if (isNeededBy(['/app/main.tsx'])) return 'main';
  if (!isNeededBy(DASHBOARD)) return null;
  return isNeededBy(VISITORS_FORMS) ? 'forms' : 'dashboard';
}

/** Adds dashboard.html: index.html with the shell, and with the code that a cold start needs named in it to load beside the rest. */
function dashboardPage(): Plugin {
  return {
    name: 'dashboard-page',
    apply: 'build',
    // After Vite has made index.html.
    enforce: 'post',
    generateBundle(_options, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') throw new Error('Vite made no index.html.');
      const preloads = Object.values(bundle)
        .filter((file) => file.type === 'chunk' && ['forms', 'dashboard'].includes(file.name))
        .map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}" />\n  `);
      const early = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(EARLY));
      if (!early) throw new Error(`Vite made no script of ${EARLY}.`);
      // Not after the others: it is what they wait for.
      const first = `<script type="module" async crossorigin src="/${early.fileName}"></script>\n    `;
      const shell = renderToStaticMarkup(createElement(DashboardShell));
      const source = String(index.source)
        .replace('<script', () => `${first}<script`)
        .replace('</head>', () => `  ${preloads.join('  ')}</head>`)
        .replace('<div id="root"></div>', () => `<div id="root">${shell}</div>`);
      this.emitFile({ type: 'asset', fileName: 'dashboard.html', source });
    },
  };
}

/** Adds launch.html and pre-launch.html: index.html with what search engines and link previews read. nginx replaces `{origin}`. */
function visitorsPages(): Plugin {
  return {
    name: 'visitors-pages',
    apply: 'build',
    // After Vite has made index.html.
    enforce: 'post',
    generateBundle(_options, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') throw new Error('Vite made no index.html.');
      for (const [fileName, page] of [
        ['launch.html', LAUNCH],
        ['pre-launch.html', PRE_LAUNCH],
      ] as const) {
        const source = String(index.source)
          .replace(/<title>.*<\/title>/, () => renderToStaticMarkup(createElement(VisitorsHead, { page })))
          .replace(/<meta name="description"[^>]*>\s*/, '');
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

/** Adds away/en.html and its translations: what nginx shows to a guest who scans a code while no gateway answers. */
function awayPages(): Plugin {
  return {
    name: 'away-pages',
    apply: 'build',
    generateBundle() {
      for (const language of Object.keys(NOTICE_TEXTS) as NoticeLanguage[]) {
        this.emitFile({
          type: 'asset',
          fileName: `away/${language}.html`,
          source: guestNotice('unavailable', language),
        });
      }
    },
  };
}
