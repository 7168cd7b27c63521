import type { User } from '@tavola/contracts/auth.ts';
import { LayoutGrid, LogOut } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useIsFactorMissing } from '../lib/session/second-factor.ts';
import { logOut } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { SectionLinks } from '../ui/section-links.tsx';
import { ADMIN_PAGES } from './admin-pages.ts';
import { AppHeader } from './app-header.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyPage } from './lazy-page.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { SignedInTools } from './signed-in-tools.tsx';

const ENTRIES = [
  { href: '/admin', label: 'Dashboard' },
  { href: '/admin/restaurants', label: 'Restaurants' },
  { href: '/admin/users', label: 'Users' },
  { href: '/admin/beta', label: 'Beta Applications' },
  { href: '/admin/audit', label: 'Audit Log' },
  { href: '/admin/account', label: 'Account' },
];

/** The entries that pages without one of their own belong to. */
const PARENTS: Readonly<Record<string, string>> = { '/admin/restaurant': '/admin/restaurants' };

const FactorRequiredPage = lazyPage<{ onDone: () => void }>(() =>
  import('../features/account/pages/factor-required-page.tsx').then((m) => m.FactorRequiredPage),
);

/** The frame of the platform operator's screens. */
export function AdminLayout({ user, path, children }: { user: User; path: string; children: ReactNode }) {
  const isFactorMissing = useIsFactorMissing();
  // Set-up stays visible until its last step, although the session already has its second factor by then.
  const [isSettingUp, setSettingUp] = useState(false);
  if (isFactorMissing && !isSettingUp) setSettingUp(true);
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
      {!isSettingUp && (
        <SectionLinks
          aria-label="Admin"
          links={ENTRIES}
          current={PARENTS[path] ?? path}
          onNear={(href) => void ADMIN_PAGES.get(href)?.preload()}
          className="mx-auto max-w-6xl px-4 pt-3 sm:px-8"
        />
      )}
      <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-4 pt-7 pb-16 sm:px-8 lg:pt-10">
        <ErrorBoundary key={path}>
          <Suspense key={path} fallback={<LoadingScreen />}>
            {isSettingUp ? <FactorRequiredPage onDone={() => setSettingUp(false)} /> : children}
          </Suspense>
        </ErrorBoundary>
      </main>
    </SignedInTools>
  );
}
