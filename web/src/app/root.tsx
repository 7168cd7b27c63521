import '../lib/forms/input-method.ts';
import { AppRoutes } from './app-routes.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** The whole application except the public menu, which is a separate page (menu-main.tsx). */
export function Root() {
  return (
    <ErrorBoundary>
      <AppRoutes />
    </ErrorBoundary>
  );
}
