import { StrictMode } from 'react';
import type { MenuAnswer } from '../features/public-menu/api.ts';
import { PublicMenuPage } from '../features/public-menu/pages/public-menu-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** All that is inside the diners' page's #root; the same on the server (render-menu.tsx) and on the phone (menu-main.tsx). */
export function MenuRoot({ slug, first }: { slug: string; first: MenuAnswer }) {
  return (
    <StrictMode>
      <ErrorBoundary>
        <PublicMenuPage slug={slug} first={first} />
      </ErrorBoundary>
    </StrictMode>
  );
}
