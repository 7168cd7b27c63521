import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { KITCHEN_PATH, keptKitchen } from '../features/kitchen/kept.ts';
import { forgetFailures, queryClient } from '../lib/http/query-client.ts';
import { arrivedElsewhere, useEndedIn } from '../lib/session/ended-in.ts';
import { useIsPinSession, useKitchenTablet } from '../lib/session/kitchen-tablet.ts';
import { type CurrentUser, loginPath, safeNext, useCurrentUser } from '../lib/session/session.ts';
import { Toaster } from '../ui/toaster.tsx';
import type { AdminLayout as AdminLayoutType } from './admin-layout.tsx';
import { ADMIN_PAGES } from './admin-pages.ts';
import { DASHBOARD_PAGES, homeOf, maySee, screenAt, UnlockPage } from './dashboard-pages.ts';
import { DashboardShell } from './dashboard-shell.tsx';
import { keepFocus } from './keep-focus.ts';
import { LazyDashboardLayout } from './lazy-dashboard-layout.ts';
import { lazyPage } from './lazy-page.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { RouteEffects } from './route-effects.tsx';
import { SessionEnd } from './session-end.tsx';
import { SessionFailed } from './session-failed.tsx';

const LaunchPage = lazyPage(() => import('../features/marketing/pages/launch-page.tsx').then((m) => m.LaunchPage));
const PreLaunchPage = lazyPage(() =>
  import('../features/marketing/pages/pre-launch-page.tsx').then((m) => m.PreLaunchPage),
);
const LoginPage = lazyPage(() => import('../features/auth/pages/login-page.tsx').then((m) => m.LoginPage));
const SignupPage = lazyPage(() => import('../features/auth/pages/signup-page.tsx').then((m) => m.SignupPage));
const ForgotPasswordPage = lazyPage(() =>
  import('../features/auth/pages/forgot-password-page.tsx').then((m) => m.ForgotPasswordPage),
);
const ResetPasswordPage = lazyPage(() =>
  import('../features/auth/pages/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
);
const ConfirmEmailPage = lazyPage(() =>
  import('../features/confirmation/pages/confirm-email-page.tsx').then((m) => m.ConfirmEmailPage),
);
const ConfirmNewEmailPage = lazyPage(() =>
  import('../features/confirmation/pages/confirm-new-email-page.tsx').then((m) => m.ConfirmNewEmailPage),
);
const JoinPage = lazyPage(() => import('../features/auth/pages/join-page.tsx').then((m) => m.JoinPage));
const NoRestaurantPage = lazyPage(() =>
  import('../features/team/pages/no-restaurant-page.tsx').then((m) => m.NoRestaurantPage),
);
const AccessDeniedPage = lazyPage<{ text: string }>(() =>
  import('../features/admin/pages/access-denied-page.tsx').then((m) => m.AccessDeniedPage),
);
const NotFoundPage = lazyPage(() =>
  import('../features/not-found/pages/not-found-page.tsx').then((m) => m.NotFoundPage),
);
const AdminLayout = lazyPage<ComponentProps<typeof AdminLayoutType>>(() =>
  import('./admin-layout.tsx').then((m) => m.AdminLayout),
);

const firstPath = window.location.pathname;

/** All routes except the public menu: which screen a path shows to which user (spec §2). */
export function AppRoutes() {
  useEffect(keepFocus, []);
  return (
    <QueryClientProvider client={queryClient}>
      <SkipLink />
      <RouteEffects />
      <SessionEnd />
      <Screens />
      <Toaster />
    </QueryClientProvider>
  );
}

function Screens() {
  const [location] = useLocation();
  const path = location.length > 1 ? location.replace(/\/+$/, '') : location;
  const session = useCurrentUser();
  const here = session.user?.tenantId;
  // The screen that is open, and the restaurant in which it was opened.
  const [opened, setOpened] = useState({ path, in: here });
  if (opened.path !== path) forgetFailures();
  if (opened.path !== path || (opened.in === undefined && here !== undefined)) setOpened({ path, in: here });
  const isSwitched = here !== opened.in;
  useEffect(() => {
    // Such as a click that opens a dialog.
    document.addEventListener('click', forgetFailures, true);
    return () => document.removeEventListener('click', forgetFailures, true);
  }, []);
  const isTablet = useKitchenTablet() !== null;
  const isPinSession = useIsPinSession();

  const DashboardPage = DASHBOARD_PAGES.get(path);
  const isDashboard = DashboardPage && !(path === '/' && session.status === 'signed-out');
  const AdminPage = ADMIN_PAGES.get(path);
  if (isDashboard || AdminPage) {
    if (session.status === 'signed-out') {
      if (!isTablet) return <ToLogin />;
      if (path !== KITCHEN_PATH) return <Redirect to={KITCHEN_PATH} replace />;
      return <LockedTablet />;
    }
    // Whoever is in the kitchen may not act for the person who set the tablet up.
    if (isPinSession && path !== KITCHEN_PATH) return <Redirect to={KITCHEN_PATH} replace />;
    // The kitchen need not wait for the network, or have one.
    const user = session.user ?? (path === KITCHEN_PATH ? keptKitchen()?.user : undefined);
    if (!user) {
      if (session.status !== 'failed') return <DashboardShell text="Loading…" />;
      return <SessionFailed session={session} />;
    }
    if (isDashboard) {
      const home = homeOf(user);
      // An admin without a restaurant has no dashboard.
      if (home === '/admin') return <Redirect to={home} replace />;
      const hasNone = user.tenantId === null;
      if (!hasNone && !maySee(user, path)) {
        // Who works in the kitchen has one screen: every old bookmark leads there. A switch leads home from what the role there can't see.
        if (home === KITCHEN_PATH || isSwitched) return <Redirect to={home} replace />;
        return <AccessDeniedPage text="Your role in this restaurant doesn't allow this." />;
      }
      return (
        <LazyDashboardLayout key={user.tenantId} user={user} path={path}>
          <Suspense key={screenAt(path)} fallback={<LoadingScreen />}>
            {hasNone && !maySee(user, path) ? <NoRestaurantPage /> : <DashboardPage />}
          </Suspense>
        </LazyDashboardLayout>
      );
    }
    if (user.role !== 'admin' || !AdminPage) {
      return <AccessDeniedPage text="You don't have permission to access the admin dashboard." />;
    }
    return (
      <AdminLayout user={user} path={path}>
        <AdminPage />
      </AdminLayout>
    );
  }

  return (
    <Suspense key={path} fallback={<LoadingScreen />}>
      <Switch location={path}>
        <Route path="/" component={LaunchPage} />
        <Route path="/launch" component={LaunchPage} />
        <Route path="/pre-launch" component={PreLaunchPage} />
        <Route path="/login">
          <Entrance session={session}>
            <LoginPage />
          </Entrance>
        </Route>
        <Route path="/signup">
          <Entrance session={session}>
            <SignupPage />
          </Entrance>
        </Route>
        <Route path="/forgot-password" component={ForgotPasswordPage} />
        <Route path="/reset-password" component={ResetPasswordPage} />
        <Route path="/confirm-email" component={ConfirmEmailPage} />
        <Route path="/confirm-new-email" component={ConfirmNewEmailPage} />
        <Route path="/join">
          {isPinSession ? (
            <Redirect to={KITCHEN_PATH} replace />
          ) : (
            <OnceKnown session={session}>
              <JoinPage />
            </OnceKnown>
          )}
        </Route>
        <Route path="/menu/:slug">{wasAskedFor(path) ? <NotFoundPage /> : <LoadPage />}</Route>
        <Route component={NotFoundPage} />
      </Switch>
    </Suspense>
  );
}

/** Whether the browser loaded this page from `path`. Loading it again would then cause an endless loop. */
const wasAskedFor = (path: string) => firstPath.replace(/\/+$/, '') === path;

/** Loads the current address from the server, for pages outside this application such as the public menu. */
function LoadPage() {
  useEffect(() => window.location.reload(), []);
  return <LoadingScreen />;
}

/** Asks for the PIN, and has the kitchen's code there by then. */
function LockedTablet() {
  useEffect(() => {
    void LazyDashboardLayout.preload();
    void DASHBOARD_PAGES.get(KITCHEN_PATH)?.preload();
  }, []);
  return (
    <Suspense fallback={<LoadingScreen />}>
      <UnlockPage />
    </Suspense>
  );
}

/** Redirects to the login page, which leads back here. */
function ToLogin() {
  const [path] = useLocation();
  const search = useSearch();
  return <Redirect to={loginPath(search ? `${path}?${search}` : path)} replace />;
}

/** The login or sign-up form, for visitors only: signed-in users go on to the page they asked for. */
function Entrance({ session, children }: { session: CurrentUser; children: ReactNode }) {
  const next = safeNext(useSearch());
  const endedIn = useEndedIn();
  const nextPath = next.replace(/[?#].*/, '');
  if (session.status === 'signed-in') {
    // The role may have changed since the address was opened, or it may name what another restaurant has.
    const isDenied = DASHBOARD_PAGES.has(nextPath) && !maySee(session.user, nextPath);
    const isElsewhere = arrivedElsewhere(endedIn, session.user);
    return <Redirect to={isDenied || isElsewhere ? homeOf(session.user) : next} replace />;
  }
  if (session.status === 'loading') return <LoadingScreen />;
  if (session.status === 'failed') return <SessionFailed session={session} />;
  // Load the next page's code while the user types, so that nothing blank shows in between.
  const preload = () => {
    void LazyDashboardLayout.preload();
    void DASHBOARD_PAGES.get(nextPath)?.preload();
  };
  // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of focus in the form
  return <div onFocus={preload}>{children}</div>;
}

/** A page that depends on who is signed in, if anybody is. */
function OnceKnown({ session, children }: { session: CurrentUser; children: ReactNode }) {
  if (session.status === 'loading') return <LoadingScreen />;
  if (session.status === 'failed') return <SessionFailed session={session} />;
  return children;
}

/** The first Tab stop: skips the navigation. Every layout has a `<main id="main" tabIndex={-1}>`. */
function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a place on the page
    <a
      href="#main"
      onClick={(event) => {
        // The address' fragment may hold a link's token.
        event.preventDefault();
        const main = document.getElementById('main');
        main?.scrollIntoView();
        main?.focus();
      }}
      className="fixed start-4 top-3 z-50 -translate-y-20 rounded-full bg-ink px-5 py-2.5 font-semibold text-paper focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
