import './menu.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { inlinedMenu, type MenuAnswer, requestMenu } from '../features/public-menu/api.ts';
import { keepMenu } from '../features/public-menu/keep-menu.ts';
import { applyTheme } from '../lib/theme.ts';
import { MenuRoot } from './menu-root.tsx';

// The diners' page, apart from the application: one script, one stylesheet, and the menu in the HTML.
// Nothing here is lazy, and nothing that only the application needs may be imported (web/README.md).

applyTheme();

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root.');
const slug = slugOf(window.location.pathname);
const first = inlinedMenu();

// As it was built, without a menu in it: while developing, and while nobody is there to put one in.
if (first) show(container, first);
else requestMenu(slug).then((answer) => show(container, answer));

function show(root: HTMLElement, first: MenuAnswer): void {
  const menu = <MenuRoot slug={slug} first={first} />;
  // The server rendered it already, and somebody may be reading and scrolling; or the skeleton shows and gives way to it.
  if (root.querySelector('[data-rendered]')) startTransition(() => void hydrateRoot(root, menu));
  else createRoot(root).render(menu);
  if (first.status === 'ready') keepMenu();
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
