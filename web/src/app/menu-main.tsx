import './menu.css';
import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { inlinedMenu, type MenuAnswer, requestMenu, requestShownMenu } from '../features/public-menu/api.ts';
import { keepMenu } from '../features/public-menu/keep-menu.ts';
import { addressIn } from '../features/public-menu/menu-address.ts';
import { isPreview } from '../features/public-menu/preview.ts';
import { applyTheme } from '../lib/browser/theme.ts';
import { MenuRoot } from './menu-root.tsx';

// The public menu page, separate from the application: one script, one stylesheet, and the menu in the HTML.
// Import nothing lazily, and nothing that only the application needs (web/README.md).

applyTheme();

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root.');
const address = addressIn(window.location.pathname);
const isRendered = container.querySelector('[data-rendered]') !== null;
const { version, answer } = inlinedMenu();

if (answer) show(container, answer);
// The page of a large menu holds it as HTML alone, which stays until its data arrive.
else if (isRendered) requestShownMenu(address).then((found) => show(container, found));
// The HTML holds no menu: in development, or when the server could not add one.
else requestMenu(address).then((found) => show(container, found));

function show(root: HTMLElement, first: MenuAnswer): void {
  const menu = <MenuRoot slug={address.slug} first={first} />;
  const isSame = isRendered && first.status === 'ready' && first.version === version;
  // The server rendered this menu, and the reader may be scrolling: hydrate with low priority. Else replace what shows.
  if (isSame) void hydrate(root, menu);
  else createRoot(root).render(menu);
  if (first.status === 'ready' && !isPreview()) keepMenu();
}

/** Hydrates in tasks of its own, between which a tap is answered. */
async function hydrate(root: HTMLElement, menu: ReactNode): Promise<void> {
  await nextTask();
  // A browser's first Intl object takes a slow phone a tenth of a second, which would come on top of the first components.
  new Intl.DateTimeFormat();
  await nextTask();
  startTransition(() => void hydrateRoot(root, menu));
}

/** By a message, as React does: a timer may be late. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
