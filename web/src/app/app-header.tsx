import type { User } from '@tavola/contracts/auth.ts';
import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { cn } from '../ui/cn.ts';
import { LogoMark, Wordmark } from '../ui/logo.tsx';
import { UserMenu } from './user-menu.tsx';

interface AppHeaderProps {
  user: User;
  /** Further entries of the user menu. */
  menuItems?: ReactNode;
  /** The restaurant, for a user with several. */
  place?: ReactNode;
  children?: ReactNode;
}

/** The top bar of every signed-in screen: home link, restaurant and user menu. `children` goes next to the user menu. */
export function AppHeader({ user, menuItems, place, children }: AppHeaderProps) {
  return (
    <header data-top-bar className="sticky top-0 z-30 border-b border-line bg-paper/92 backdrop-blur-md print:hidden">
      <div className="mx-auto flex h-16 max-w-[90rem] items-center justify-between gap-4 px-4 sm:px-6">
        <div className={cn('flex items-center gap-1 sm:gap-3', place ? 'min-w-0' : 'shrink-0')}>
          <Link href="/" aria-label={PRODUCT_NAME} className="-mx-1.5 inline-flex rounded-control px-1.5 py-1.5">
            {/* A phone has no room for both names. */}
            {place && <LogoMark className="sm:hidden" />}
            <Wordmark {...(place && { className: 'max-sm:hidden' })} />
          </Link>
          {place}
        </div>
        <div className={cn('flex items-center gap-2', place ? 'shrink-0 sm:min-w-0 sm:shrink' : 'min-w-0')}>
          {children}
          <UserMenu user={user} isShort={Boolean(place)}>
            {menuItems}
          </UserMenu>
        </div>
      </div>
    </header>
  );
}
