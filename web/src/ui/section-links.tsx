import { type ComponentProps, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { cn } from './cn.ts';

interface SectionLinksProps extends ComponentProps<'nav'> {
  'aria-label': string;
  links: readonly { href: string; label: string }[];
  /** The `href` of the section that shows. */
  current: string | undefined;
  /** Called once a link is about to be used. */
  onNear: (href: string) => void;
}

/** A strip of links to the sections of an area. */
export function SectionLinks({ links, current, onNear, className, ...props }: SectionLinksProps) {
  const nav = useRef<HTMLElement>(null);
  // A phone is too narrow for all links, so scroll to the current one, and to a part of its neighbor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section is what makes another link the current one
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav ref={nav} className={cn('print:hidden', className)} {...props}>
      <ul className="scroll-fade flex gap-1 overflow-x-auto border-b border-line lg:gap-0">
        {links.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={href === current ? 'page' : undefined}
              onPointerEnter={() => onNear(href)}
              onFocus={() => onNear(href)}
              className="flex min-h-11 scroll-mx-12 items-center border-b-2 border-transparent px-3 font-semibold whitespace-nowrap text-ink-muted lg:px-2.5 hover:text-ink aria-[current=page]:border-brand aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
