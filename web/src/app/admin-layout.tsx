import type { User } from '@tavola/contracts/auth.ts';
import { LayoutGrid, LogOut } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { logOut } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { AppHeader } from './app-header.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { SignedInTools } from './signed-in-tools.tsx';

/** The frame of the platform operator's screen. */
export function AdminLayout({ user, children }: { user: User; children: ReactNode }) {
  return (
    <SignedInTools>
      <AppHeader user={user}>
        {user.tenantId !== null && (
          <Button asChild variant="ghost" size="sm">
            <Link href="/dashboard" aria-label="Dashboard">
              <LayoutGrid aria-hidden />
              <span className="max-sm:sr-only">Dashboard</span>
            </Link>
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={logOut} aria-label="Logout">
          <LogOut aria-hidden />
          <span className="max-sm:sr-only">Logout</span>
        </Button>
      </AppHeader>
      <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-4 pt-7 pb-16 sm:px-8 lg:pt-10">
        <ErrorBoundary>
          <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
    </SignedInTools>
  );
}
