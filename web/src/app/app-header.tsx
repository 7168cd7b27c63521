import type { User } from '@tavola/contracts/auth.ts';
import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Wordmark } from '../ui/logo.tsx';
import { UserMenu } from './user-menu.tsx';

interface AppHeaderProps {
  user: User;
  /** Further entries of the user menu. */
  menuItems?: ReactNode;
  children?: ReactNode;
}

/** The top bar of every signed-in screen: home link and user menu. `children` goes next to the user menu. */
export function AppHeader({ user, menuItems, children }: AppHeaderProps) {
  return (
    <header data-top-bar className="sticky top-0 z-30 border-b border-line bg-paper/92 backdrop-blur-md print:hidden">
      <div className="mx-auto flex h-16 max-w-[90rem] items-center justify-between gap-4 px-4 sm:px-6">
        <Link href="/" aria-label={PRODUCT_NAME} className="-mx-1.5 inline-flex rounded-control px-1.5 py-1.5">
          <Wordmark />
        </Link>
        <div className="flex min-w-0 items-center gap-2">
          {children}
          <UserMenu user={user}>{menuItems}</UserMenu>
        </div>
      </div>
    </header>
  );
}
