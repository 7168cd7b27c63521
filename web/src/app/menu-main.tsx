import './menu.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { inlinedMenu, type MenuAnswer, requestMenu } from '../features/public-menu/api.ts';
import { keepMenu } from '../features/public-menu/keep-menu.ts';
import { PublicMenuPage } from '../features/public-menu/pages/public-menu-page.tsx';
import { applyTheme } from '../lib/theme.ts';
import { ErrorBoundary } from './error-boundary.tsx';

// The diners' page, apart from the application: one script, one stylesheet, and the menu in the HTML.
// Nothing here is lazy, and nothing that only the application needs may be imported (web/README.md).

applyTheme();

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root.');
const root = createRoot(container);
const slug = slugOf(window.location.pathname);

const first = inlinedMenu();
// As it was built, without a menu in it: while developing, and while nobody is there to put one in.
if (first) show(first);
else requestMenu(slug).then(show);

/** The HTML shows the skeleton already, so React begins with the menu itself. */
function show(answer: MenuAnswer): void {
  root.render(
    <StrictMode>
      <ErrorBoundary>
        <PublicMenuPage slug={slug} first={answer} />
      </ErrorBoundary>
    </StrictMode>,
  );
  if (answer.status === 'ready') keepMenu();
}

/** The slug in `/menu/{slug}`; empty, and so the slug of no menu, where there is none. */
function slugOf(path: string): string {
  const written = /^\/menu\/([^/]+)\/?$/.exec(path)?.[1] ?? '';
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
