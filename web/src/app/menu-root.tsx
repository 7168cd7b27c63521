import { StrictMode } from 'react';
import type { MenuAnswer } from '../features/public-menu/api.ts';
import { PublicMenuPage } from '../features/public-menu/pages/public-menu-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** Everything inside #root of the public menu page, on the server (render-menu.tsx) and the client (menu-main.tsx). */
export function MenuRoot({ slug, first }: { slug: string; first: MenuAnswer }) {
  return (
    <StrictMode>
      <ErrorBoundary>
        <PublicMenuPage slug={slug} first={first} />
      </ErrorBoundary>
    </StrictMode>
  );
}
