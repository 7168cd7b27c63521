import Clock from 'lucide-react/icons/clock';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { cn } from '../../../ui/cn.ts';
import { callHref, directionsHref } from '../contact.ts';
import type { ShownTenant } from '../shown-menu.ts';
import { Plate } from './plate.tsx';

/** The restaurant's header above the menu, in its theme colour. */
export function MenuHeader({ tenant, lang }: { tenant: ShownTenant; lang: string | undefined }) {
  return (
    <header className="bg-(--menu-hero) text-(--menu-on-hero) outline-current print:bg-transparent! print:text-[#000]!">
      <div className="mx-auto flex max-w-5xl flex-col gap-4 px-5 pt-[max(1.5rem,env(safe-area-inset-top))] pb-5 sm:px-8 sm:pt-11 sm:pb-9 print:gap-2 print:px-0 print:pt-0 print:pb-4 print:text-center">
        <div dir="auto" className="flex min-w-0 items-center gap-4 sm:gap-6 print:justify-center">
          <Plate
            name={tenant.name}
            image={tenant.logo}
            className="size-15 rounded-full bg-(--menu-on-hero) text-[1.625rem] text-(--menu-hero) shadow-[inset_0_0_0_3px_var(--menu-on-hero),inset_0_0_0_4px_var(--menu-hero)] sm:size-20 sm:text-[2rem]"
          />
          <h1
            lang={lang}
            tabIndex={-1}
            className={cn(
              'display min-w-0 break-keep wrap-anywhere',
              tenant.name.length > 28 ? 'text-2xl' : 'text-3xl',
            )}
          >
            {tenant.name}
          </h1>
        </div>
        {tenant.description && (
          <p dir="auto" className="max-w-[58ch] wrap-anywhere print:max-w-none">
            {tenant.description}
          </p>
        )}
        <ul className="flex flex-wrap gap-x-6 sm:gap-x-8 print:justify-center print:gap-x-5">
          <Fact icon={<Clock aria-hidden />} className="print:hidden">
            Open until 10 PM
          </Fact>
          {tenant.phone && (
            <Fact icon={<Phone aria-hidden />} href={callHref(tenant.phone)}>
              <span dir="ltr">{tenant.phone}</span>
            </Fact>
          )}
          {tenant.address && (
            <Fact icon={<MapPin aria-hidden />} href={directionsHref(tenant)} external>
              <span dir="auto">{tenant.address}</span>
            </Fact>
          )}
        </ul>
      </div>
      {/* The edge of the tablecloth. */}
      <div aria-hidden className="tablecloth h-5 print:hidden" />
    </header>
  );
}

interface FactProps {
  icon: ReactNode;
  href?: string | undefined;
  external?: boolean;
  className?: string;
  children: ReactNode;
}

function Fact({ icon, href, external, className, children }: FactProps) {
  const content = (
    <>
      <span className="flex h-6 items-center [&_svg]:size-[1.125rem] print:hidden">{icon}</span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </>
  );
  const row = 'flex items-start gap-2 py-1.5 leading-6 font-medium';
  return (
    <li className={className}>
      {href ? (
        <a
          href={href}
          {...(external && { target: '_blank', rel: 'noopener noreferrer' })}
          className={`${row} rounded-tag underline decoration-1 underline-offset-4 outline-current hover:decoration-2 print:no-underline`}
        >
          {content}
        </a>
      ) : (
        <span className={row}>{content}</span>
      )}
    </li>
  );
}
