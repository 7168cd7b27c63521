import './menu.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { requestMenu } from '../features/public-menu/api.ts';
import { PublicMenuPage } from '../features/public-menu/pages/public-menu-page.tsx';
import { applyTheme } from '../lib/theme.ts';
import { ErrorBoundary } from './error-boundary.tsx';

// The diners' page, apart from the application: one script, one stylesheet, one answer of the API, all at once.
// Nothing here is lazy, and nothing that only the application needs may be imported (web/README.md).

applyTheme();

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root.');
const root = createRoot(container);
const slug = slugOf(window.location.pathname);

// The HTML shows the skeleton already, so React begins with the menu itself.
requestMenu(slug).then((first) => {
  root.render(
    <StrictMode>
      <ErrorBoundary>
        <PublicMenuPage slug={slug} first={first} />
      </ErrorBoundary>
    </StrictMode>,
  );
});

/** The slug in `/menu/{slug}`; empty, and so the slug of no menu, where there is none. */
function slugOf(path: string): string {
  const written = /^\/menu\/([^/]+)\/?$/.exec(path)?.[1] ?? '';
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
