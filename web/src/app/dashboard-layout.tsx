import type { SignedInUser } from '@tavola/contracts/auth.ts';
import { ChefHat, Ellipsis, Keyboard, KeyRound, LogOut } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link, Router } from 'wouter';
import { ConfirmationBanner } from '../features/confirmation/components/confirmation-banner.tsx';
import { DeletionBanner } from '../features/deletion/components/deletion-banner.tsx';
import { KITCHEN_PATH } from '../features/kitchen/kept.ts';
import { openMarks } from '../features/kitchen/marks.ts';
import { CarriedPictures } from '../features/places/components/carried-pictures.tsx';
import { AddLocationItem, PlaceSwitcher } from '../features/places/components/place-switcher.tsx';
import { SwitchedElsewhere } from '../features/places/components/switched-elsewhere.tsx';
import { NEW_PLACE_PATH } from '../features/places/new-place-path.ts';
import { SETTINGS_SECTIONS, settingsSectionOf } from '../features/settings/sections.ts';
import { confirmDiscard, guardNavigation } from '../lib/forms/unsaved-changes.ts';
import { usePrintMenu } from '../lib/menu/print-menu.ts';
import { isPinSession, useIsPinSession } from '../lib/session/kitchen-tablet.ts';
import { userMay } from '../lib/session/may.ts';
import { lockTablet, logOut, placesOf } from '../lib/session/session.ts';
import { confirmUnsentLoss, discardUnsent } from '../lib/session/unsent-changes.ts';
import { useIdleLock } from '../lib/session/use-idle-lock.ts';
import { useReturned } from '../lib/times/returned.ts';
import { cn } from '../ui/cn.ts';
import { Dialog } from '../ui/dialog.tsx';
import { MenuItem } from '../ui/dropdown-menu.tsx';
import { SectionLinks } from '../ui/section-links.tsx';
import { AppHeader } from './app-header.tsx';
import { type DashboardEntry, entriesOf } from './dashboard-entries.ts';
import { DASHBOARD_PAGES, homeOf, maySee, screenAt } from './dashboard-pages.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { keepShell } from './keep-shell.ts';
import { SHELL_SCOPE } from './kept-shell.ts';
import { KeyboardShortcuts } from './keyboard-shortcuts.tsx';
import { PrintMenu, ViewMenu } from './own-menu.tsx';
import { SignedInTools } from './signed-in-tools.tsx';

/** Entries in a phone's bottom bar, not counting "More". */
const IN_BAR = 4;

/** In a phone's "More" alone: the side navigation of who runs a restaurant has six entries. */
const KITCHEN = { href: KITCHEN_PATH, label: 'Kitchen', icon: ChefHat };
/** Who only works in the kitchen has no Settings that lead there. */
const ACCOUNT = { href: '/settings/account', label: 'Account', icon: KeyRound };

/** Screens that are opened from Menu Items. */
const ITEMS_SCREENS: ReadonlySet<string> = new Set([
  KITCHEN_PATH,
  '/dashboard/allergens',
  '/dashboard/history',
  '/dashboard/import',
  '/dashboard/items/change',
  '/dashboard/options',
]);

/** Other screens without an entry, and the entry that they belong to. */
const OTHER_SCREENS: ReadonlyMap<string, string> = new Map([
  ['/', '/dashboard'],
  ['/dashboard/analytics/places', '/dashboard/analytics'],
]);

interface DashboardLayoutProps {
  user: SignedInUser;
  path: string;
  children: ReactNode;
}

/** The frame of a restaurant's screens: header and navigation (at the side, or at the bottom on a phone). */
export function DashboardLayout({ user, path, children }: DashboardLayoutProps) {
  const print = usePrintMenu();
  const pathIn = (there: SignedInUser) => (path !== NEW_PLACE_PATH && maySee(there, path) ? path : homeOf(there));
  const hasPlaces = user.tenantId !== null && placesOf(user).length > 1;
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  useIdleLock();
  // What the kitchen tapped without a network is sent from any screen.
  useEffect(() => {
    if (user.tenantId !== null) openMarks({ id: user.id, tenantId: user.tenantId });
  }, [user.id, user.tenantId]);
  const isKept = path.startsWith(SHELL_SCOPE);
  useEffect(() => {
    if (isKept) keepShell();
  }, [isKept]);
  const entries = useMemo(() => entriesOf(user), [user]);
  const writesMenu = userMay(user, 'menu.write');
  const isPin = useIsPinSession();
  const sections = SETTINGS_SECTIONS.filter(({ href }) => maySee(user, href));
  const section = settingsSectionOf(path);
  const belongsTo = section
    ? '/settings'
    : ITEMS_SCREENS.has(path)
      ? '/dashboard/items'
      : (OTHER_SCREENS.get(path) ?? path);
  // Who only works in the kitchen has an entry for each screen.
  const current = writesMenu ? belongsTo : path;
  return (
    <SignedInTools>
      <Router aroundNav={guardNavigation}>
        <div>
          <AppHeader
            user={user}
            place={hasPlaces && <PlaceSwitcher user={user} pathIn={pathIn} />}
            menuItems={
              <>
                {userMay(user, 'restaurant.own') && <AddLocationItem user={user} />}
                {writesMenu && <PrintMenu onPrint={print.mutate} />}
                {/* A phone has no keyboard. */}
                {entries.length > 0 && (
                  <MenuItem onSelect={() => setShortcutsOpen(true)} className="max-sm:hidden">
                    <Keyboard aria-hidden /> Keyboard shortcuts
                  </MenuItem>
                )}
              </>
            }
          >
            {user.tenantId !== null && <ViewMenu />}
          </AppHeader>
          <div className="mx-auto flex max-w-[90rem]">
            {entries.length > 0 && <SideNavigation entries={entries} current={current} />}
            {/* Scroll margins keep the focused element, with the error below a field, clear of the header, the bottom bar and a form's save bar. */}
            <main
              id="main"
              tabIndex={-1}
              className="min-w-0 flex-1 [&_:is(a,button,input,textarea)]:scroll-mt-20 [&_:is(a,button)]:scroll-mb-[calc(var(--bottom-bar)+6rem)] [&_:is(input,textarea)]:scroll-mb-[calc(var(--bottom-bar)+9rem)] px-4 pt-7 pb-[calc(var(--bottom-bar)+env(safe-area-inset-bottom)+2.5rem)] max-sm:has-[[data-floating]]:pb-[calc(var(--bottom-bar)+env(safe-area-inset-bottom)+5.5rem)] sm:px-8 lg:px-12 lg:pt-10"
            >
              <SwitchedElsewhere />
              {writesMenu && <Returned />}
              {user.tenantId !== null && writesMenu && (
                <CarriedPictures key={`pictures ${user.tenantId}`} user={{ ...user, tenantId: user.tenantId }} />
              )}
              {/* By path: each screen asks for it until it is known. */}
              {user.tenantId !== null && <DeletionBanner key={`deletion ${path}`} />}
              {!isPin && <ConfirmationBanner />}
              {section && sections.length > 1 && (
                <SectionLinks
                  aria-label="Settings"
                  links={sections}
                  current={section}
                  onNear={preload}
                  className="-mt-4 mb-6"
                />
              )}
              <ErrorBoundary key={screenAt(path)}>{children}</ErrorBoundary>
            </main>
          </div>
          {entries.length > 0 && (
            <>
              <BottomBar entries={entries} more={writesMenu ? [KITCHEN] : isPin ? [] : [ACCOUNT]} current={current} />
              <KeyboardShortcuts
                entries={entries}
                searchPath={writesMenu ? '/dashboard/items' : KITCHEN_PATH}
                addsDishes={writesMenu}
                open={shortcutsOpen}
                onOpenChange={setShortcutsOpen}
              />
            </>
          )}
        </div>
      </Router>
    </SignedInTools>
  );
}

/** Renders nothing, so that what returns by itself renders no more than what shows it. */
function Returned() {
  useReturned();
  return null;
}

/** Logs out, after a confirmation if there are changes that are not saved or not sent. A kitchen tablet keeps these until it is unlocked. */
async function askAndLogOut() {
  if (isPinSession()) return lockTablet();
  if (!(await confirmUnsentLoss()) || !(await confirmDiscard())) return;
  discardUnsent();
  logOut();
}

const preload = (href: string) => void DASHBOARD_PAGES.get(href)?.preload();

/** Preloads a screen's code when its link is hovered or focused. */
const preloading = (href: string) => ({ onPointerEnter: () => preload(href), onFocus: () => preload(href) });

interface NavigationProps {
  entries: readonly DashboardEntry[];
  current: string;
}

function SideNavigation({ entries, current }: NavigationProps) {
  return (
    <nav
      aria-label="Dashboard"
      className="sticky top-16 hidden h-[calc(100dvh-4rem)] w-60 shrink-0 flex-col justify-between border-e border-line px-4 py-8 lg:flex print:hidden"
    >
      <ul className="flex flex-col gap-1">
        {entries.map(({ href, label, icon: Icon }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={href === current ? 'page' : undefined}
              {...preloading(href)}
              className={cn(rowClass, 'aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink')}
            >
              <Icon aria-hidden className="size-[1.125rem]" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" onClick={askAndLogOut} className={rowClass}>
        <LogOut aria-hidden className="size-[1.125rem]" />
        Logout
      </button>
    </nav>
  );
}

const rowClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3.5 font-semibold text-ink-muted transition-colors duration-150 hover:bg-sunken hover:text-ink';

const barItemClass =
  'relative flex min-h-[4.25rem] flex-1 flex-col max-[24rem]:flex-auto items-center justify-center gap-1 text-xs font-semibold text-ink-muted ' +
  'before:absolute before:top-0 before:h-[3px] before:w-9 before:rounded-b-full aria-[current=page]:text-brand-ink aria-[current=page]:before:bg-brand';

interface BottomBarProps extends NavigationProps {
  /** The first entries of "More". */
  more: readonly Pick<DashboardEntry, 'href' | 'label' | 'icon'>[];
}

function BottomBar({ entries, more, current }: BottomBarProps) {
  const [moreOpen, setMoreOpen] = useState(false);
  const inMore = [...more, ...entries.slice(IN_BAR)];
  return (
    <nav
      data-bottom-bar
      aria-label="Dashboard"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <div className="mx-auto flex max-w-lg px-1">
        {entries.slice(0, IN_BAR).map(({ href, label, short, icon: Icon }) => (
          <Link
            key={href}
            href={href}
            aria-label={label}
            aria-current={href === current ? 'page' : undefined}
            {...preloading(href)}
            className={barItemClass}
          >
            <Icon aria-hidden className="size-5" />
            {short ?? label}
          </Link>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={inMore.some((entry) => entry.href === current) ? 'page' : undefined}
          onClick={() => setMoreOpen(true)}
          className={barItemClass}
        >
          <Ellipsis aria-hidden className="size-5" />
          More
        </button>
      </div>
      <Dialog open={moreOpen} onOpenChange={setMoreOpen} title="More" size="sm">
        <ul className="-mx-2 flex flex-col gap-1">
          {inMore.map(({ href, label, icon: Icon }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={href === current ? 'page' : undefined}
                onClick={() => setMoreOpen(false)}
                className={cn(rowClass, 'min-h-13 text-ink aria-[current=page]:bg-brand-soft')}
              >
                <Icon aria-hidden className="size-5 text-ink-muted" />
                {label}
              </Link>
            </li>
          ))}
          <li className="mt-2 border-t border-line pt-3">
            <button type="button" onClick={askAndLogOut} className={cn(rowClass, 'min-h-13 text-ink')}>
              <LogOut aria-hidden className="size-5 text-ink-muted" />
              Logout
            </button>
          </li>
        </ul>
      </Dialog>
    </nav>
  );
}
