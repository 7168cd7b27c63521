import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import { type ReactNode, useEffect, useState } from 'react';
import { buttonClass } from '../../../ui/button-class.ts';
import { cn } from '../../../ui/cn.ts';
import { LogoMark } from '../../../ui/logo.tsx';
import { takeTable } from '../at-table.ts';
import { callsOf, directionsHref } from '../contact.ts';
import type { ShownTenant } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';

/** The menu's footer: how to order. */
export function OrderFooter({ tenant }: { tenant: ShownTenant }) {
  const { say, own } = usePageWords();
  const call = callsOf(tenant)[0]?.href;
  const directions = directionsHref(tenant);
  // Known to the phone only: the server renders one page for all.
  const [isAtTable, setIsAtTable] = useState(false);
  useEffect(() => setIsAtTable(takeTable()), []);
  return (
    <footer {...own} className="border-t border-line bg-surface print:hidden">
      <div className="mx-auto flex max-w-5xl flex-col items-center gap-6 px-5 pt-12 pb-[max(2rem,env(safe-area-inset-bottom))] text-center sm:px-8">
        <div className="flex flex-col gap-1.5">
          <h2 className="display text-2xl [word-break:auto-phrase]">{say('readyToOrder')}</h2>
          <p className="text-ink-muted">
            {say(isAtTable ? 'askServer' : invitation(Boolean(call), Boolean(directions)))}
          </p>
        </div>
        <div className="flex w-full max-w-md flex-col gap-3 sm:flex-row sm:[&>*]:flex-1">
          <Way href={call} className="bg-(--menu-accent)! text-(--menu-on-accent)! hover:opacity-90">
            <Phone aria-hidden />
            {say('call')}
          </Way>
          <Way href={directions} external variant="secondary">
            <MapPin aria-hidden />
            {say('directions')}
          </Way>
        </div>
        <a
          href="/"
          className="mt-6 inline-flex min-h-11 items-center gap-2 rounded-tag px-2 text-sm text-ink-muted hover:text-ink"
        >
          <LogoMark className="size-5" />
          {say('madeBy', { product: PRODUCT_NAME })}
        </a>
      </div>
    </footer>
  );
}

function invitation(canCall: boolean, canGo: boolean) {
  if (canCall) return canGo ? 'callOrVisit' : 'callUs';
  return canGo ? 'visitUs' : 'tellServer';
}

interface WayProps {
  href: string | undefined;
  external?: boolean;
  variant?: 'primary' | 'secondary';
  className?: string;
  children: ReactNode;
}

/** A link that looks like a button; a disabled button if the restaurant has given no target. */
function Way({ href, external = false, variant = 'primary', className, children }: WayProps) {
  if (!href) {
    return (
      <button type="button" disabled className={buttonClass('secondary', 'lg')}>
        {children}
      </button>
    );
  }
  return (
    <a
      href={href}
      {...(external && { target: '_blank', rel: 'noopener noreferrer' })}
      className={cn(buttonClass(variant, 'lg'), 'flex-wrap px-[min(1.75rem,6vw)]! py-2 whitespace-normal!', className)}
    >
      {children}
    </a>
  );
}
