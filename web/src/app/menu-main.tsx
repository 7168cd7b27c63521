import './menu.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { inlinedMenu, type MenuAnswer, requestMenu } from '../features/public-menu/api.ts';
import { keepMenu } from '../features/public-menu/keep-menu.ts';
import { applyTheme } from '../lib/theme.ts';
import { MenuRoot } from './menu-root.tsx';

// The public menu page, separate from the application: one script, one stylesheet, and the menu in the HTML.
// Import nothing lazily, and nothing that only the application needs (web/README.md).

applyTheme();

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root.');
const slug = slugOf(window.location.pathname);
const first = inlinedMenu();

// The HTML holds no menu: in development, or when the server could not add one.
if (first) show(container, first);
else requestMenu(slug).then((answer) => show(container, answer));

function show(root: HTMLElement, first: MenuAnswer): void {
  const menu = <MenuRoot slug={slug} first={first} />;
  // The server rendered the menu, and the reader may be scrolling: hydrate with low priority. Else replace the skeleton.
  if (root.querySelector('[data-rendered]')) startTransition(() => void hydrateRoot(root, menu));
  else createRoot(root).render(menu);
  if (first.status === 'ready') keepMenu();
}

/** The slug in `/menu/{slug}`; empty if there is none, which matches no menu. */
function slugOf(path: string): string {
  const written = /^\/menu\/([^/]+)\/?$/.exec(path)?.[1] ?? '';
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
