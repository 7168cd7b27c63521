import { Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyPage } from './lazy-page.ts';
import { LoadingScreen } from './loading-screen.tsx';

// The fork of the bundle: a diner's phone takes the first road and loads nothing of the second,
// not even TanStack Query.
const PublicMenuPage = lazyPage<{ slug: string }>(() =>
  import('../features/public-menu/pages/public-menu-page.tsx').then((m) => m.PublicMenuPage),
);
const AppRoutes = lazyPage(() => import('./app-routes.tsx').then((m) => m.AppRoutes));

// Asked for before React renders, which saves a diner a moment.
if (window.location.pathname.startsWith('/menu/')) PublicMenuPage.preload();
else AppRoutes.preload();

/** Everything there is, by address. */
export function Root() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<LoadingScreen />}>
        <Switch>
          <Route path="/menu/:slug">{({ slug }) => <PublicMenuPage key={slug} slug={slug} />}</Route>
          <Route>
            <AppRoutes />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}
