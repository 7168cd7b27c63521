import { pictureAt } from '@tavola/contracts/rules/pictures.ts';
import Clock from 'lucide-react/icons/clock';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { cn } from '../../../ui/cn.ts';
import { callsOf, directionsHref } from '../contact.ts';
import { descriptionLang } from '../menu-sections.ts';
import type { ShownTenant } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';
import { ClampedText } from './clamped-text.tsx';
import { Cover } from './cover.tsx';
import { HOURS_ID } from './menu-hours.tsx';
import { Plate } from './plate.tsx';

interface MenuHeaderProps {
  tenant: ShownTenant;
  lang: string | undefined;
  /** Whether it is open, in words; undefined for a restaurant that has set no hours. */
  open: string | undefined;
  /** Stands beside the name. */
  languages: ReactNode;
}

/** The restaurant's header above the menu, in its theme colour. */
export function MenuHeader({ tenant, lang, open, languages }: MenuHeaderProps) {
  const { say, own, part, text, base } = usePageWords();
  const cover = tenant.look?.cover ? pictureAt(tenant.look.cover) : null;
  const calls = callsOf(tenant);
  const isLongest = tenant.name.length > 44;
  const head = (
    <div className="menu-head @container mx-auto flex max-w-5xl flex-col gap-2 px-5 pt-[max(0.875rem,env(safe-area-inset-top))] pb-1.5 sm:gap-4 sm:px-8 sm:pt-9 sm:pb-7 low:gap-2 low:pt-3 low:pb-1.5 print:gap-2 print:px-0 print:pt-0 print:pb-4 print:text-center">
      <div
        {...part}
        className="menu-title flex min-w-0 items-center gap-3.5 @max-[15rem]:flex-wrap sm:gap-6 print:justify-center"
      >
        <Plate
          name={tenant.name}
          image={tenant.logo}
          className="size-13 rounded-full bg-(--menu-on-hero) text-[1.5rem] text-(--menu-hero) shadow-[inset_0_0_0_3px_var(--menu-on-hero),inset_0_0_0_4px_var(--menu-hero)] sm:size-20 sm:text-[2rem] low:size-13 low:text-[1.5rem]"
        />
        <h1
          {...text}
          lang={lang}
          tabIndex={-1}
          className={cn(
            'display min-w-0 break-keep wrap-anywhere',
            // With large letters on a line of its own.
            '@max-[15rem]:order-last @max-[15rem]:basis-full @max-[15rem]:text-xl',
            tenant.name.length > 28 ? 'long-name text-2xl' : 'text-2xl sm:text-3xl',
            isLongest && 'longest-name',
          )}
        >
          {tenant.name}
        </h1>
        {languages}
      </div>
      {tenant.description && (
        <div className="max-w-[58ch] print:max-w-none">
          <ClampedText
            text={tenant.description}
            lang={descriptionLang(tenant, base)}
            about={tenant.name}
            hiddenMin={0.5}
            lines={cover || isLongest ? 1 : 2}
            className="text-sm sm:text-base"
          />
        </div>
      )}
      <ul className="menu-facts flex gap-x-3 @max-[15rem]:flex-col sm:gap-x-8 print:justify-center print:gap-x-5">
        <Fact
          icon={<Clock aria-hidden />}
          className={cn(
            '@min-[30rem]:shrink-0 print:hidden',
            // Of three in a row the address yields: what wraps here must not depend on a font that comes late.
            tenant.phone &&
              tenant.address &&
              '@min-[20.5rem]:@max-[30rem]:max-w-30 @min-[20.5rem]:@max-[30rem]:flex-none',
          )}
          {...(open !== undefined && { href: `#${HOURS_ID}`, wraps: true })}
        >
          <span {...own}>
            {/* A line may end with the dot, and never begins with it. */}
            {(open ?? say('openUntil')).split(/(.* ·)/).map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other
              <span key={at} className={part.endsWith(' ·') ? 'whitespace-nowrap' : undefined}>
                {part}
              </span>
            ))}
          </span>
        </Fact>
        {tenant.phone && (
          <Fact
            icon={<Phone aria-hidden />}
            href={calls.length === 1 ? calls[0]?.href : undefined}
            className="max-w-full @min-[20.5rem]:@max-[30rem]:max-w-1/2 @min-[20.5rem]:flex-none"
          >
            <span dir="ltr">
              {calls.length < 2
                ? tenant.phone
                : calls.map(({ text, href }) => (
                    <a
                      key={href}
                      href={href}
                      className="block truncate rounded-tag pb-2 underline decoration-1 underline-offset-4 hover:decoration-2 print:no-underline"
                    >
                      {text}
                    </a>
                  ))}
            </span>
          </Fact>
        )}
        {tenant.address && (
          <Fact icon={<MapPin aria-hidden />} href={directionsHref(tenant)} external dir="auto">
            {tenant.address}
          </Fact>
        )}
      </ul>
    </div>
  );
  return (
    <>
      <header className="menu-header relative z-15 bg-(--menu-hero) text-(--menu-on-hero) [--color-focus:currentColor] [--more:var(--menu-on-hero)] print:bg-transparent! print:text-[#000]!">
        {cover ? (
          <Cover picture={cover} themeColor={tenant.themeColor}>
            {head}
          </Cover>
        ) : (
          head
        )}
        {/* The edge of the tablecloth. */}
        <div aria-hidden className="menu-edge tablecloth h-2 sm:h-5 low:h-2 print:hidden" />
      </header>
      {/* Lies under the header's end and stays when the header is scrolled away, which leaves the name and the tabs. */}
      <div
        aria-hidden
        className="menu-bar sticky top-[var(--kept-line,0px)] z-14 -mt-(--name-bar) flex h-(--name-bar) items-center bg-(--menu-hero) text-(--menu-on-hero) print:hidden"
      >
        <div className="mx-auto w-full max-w-5xl px-5 sm:px-8">
          <div dir="auto" lang={lang} className="display truncate">
            {tenant.name}
          </div>
        </div>
      </div>
    </>
  );
}

interface FactProps {
  icon: ReactNode;
  href?: string | undefined;
  external?: boolean;
  /** Whether the text may take several lines on a phone. */
  wraps?: boolean;
  /** For a text that may run the other way than the page: what does not fit is cut at its end. */
  dir?: 'auto';
  className?: string;
  children: ReactNode;
}

/** An icon with its text: below it on a phone, where two or three share a row, and beside it elsewhere, also where letters are large. */
function Fact({ icon, href, external, wraps, dir, className, children }: FactProps) {
  const content = (
    <>
      <span className="[display:var(--fact-icon,flex)] h-[1lh] shrink-0 items-center [&_svg]:size-[1.125rem] print:hidden">
        {icon}
      </span>
      <span
        dir={dir}
        className={cn(
          'block max-w-full min-w-0',
          // Its own direction must not move it away from its icon.
          dir && 'self-start',
          // With room for the underline, which some fonts set low.
          wraps ? 'text-balance break-keep wrap-anywhere' : '-mb-1 truncate pb-1',
          '@max-[20.5rem]:whitespace-normal @max-[20.5rem]:wrap-anywhere sm:whitespace-normal sm:wrap-anywhere print:whitespace-normal',
        )}
      >
        {children}
      </span>
    </>
  );
  const row =
    'flex min-h-11 min-w-0 flex-col gap-0.5 py-1 text-xs font-medium in-[li:only-child]:flex-row in-[li:only-child]:items-center in-[li:only-child]:gap-2 @max-[15rem]:flex-row @max-[15rem]:gap-2 sm:flex-row sm:items-start sm:gap-2 sm:text-base';
  return (
    <li className={cn('min-w-0 flex-1 sm:flex-initial', className)}>
      {href ? (
        <a
          href={href}
          {...(external && { target: '_blank', rel: 'noopener noreferrer' })}
          className={`${row} rounded-tag underline decoration-1 underline-offset-4 hover:decoration-2 print:no-underline`}
        >
          {content}
        </a>
      ) : (
        <span className={row}>{content}</span>
      )}
    </li>
  );
}
