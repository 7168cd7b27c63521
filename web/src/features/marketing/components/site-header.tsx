import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { LogoMark } from '../../../ui/logo.tsx';

/** The header of the marketing pages: the name at the start, `children` (links) at the end. */
export function SiteHeader({ badge, children }: { badge?: ReactNode; children: ReactNode }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper/92 backdrop-blur-md">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-3 px-4 sm:px-8">
        <div className="flex items-center gap-3">
          <Link href="/" aria-label={PRODUCT_NAME} className="inline-flex items-center gap-2.5 rounded-control py-1.5">
            <LogoMark />
            {/* On a phone the links need the room, so only the logo mark shows. */}
            <span className="display text-xl leading-none font-semibold max-sm:hidden">{PRODUCT_NAME}</span>
          </Link>
          {badge}
        </div>
        <nav aria-label="Main" className="flex items-center gap-1 sm:gap-2">
          {children}
        </nav>
      </div>
    </header>
  );
}
