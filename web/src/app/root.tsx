import { AppRoutes } from './app-routes.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** Everything there is but the diners' menu, which is a page of its own (menu-main.tsx). */
export function Root() {
  return (
    <ErrorBoundary>
      <AppRoutes />
    </ErrorBoundary>
  );
}
