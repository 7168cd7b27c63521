import { Link } from 'wouter';
import { siteLinks, useSite } from '../../../lib/http/use-site.ts';
import { Wordmark } from '../../../ui/logo.tsx';

const linkClass = 'inline-flex min-h-11 items-center rounded-control px-3 font-semibold text-ink-muted hover:text-ink';

/** The footer of the marketing pages, with the operator's links at the end. */
export function SiteFooter({ links }: { links: readonly { href: string; label: string }[] }) {
  const operators = siteLinks(useSite());
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto flex max-w-6xl flex-col gap-6 px-5 py-10 sm:flex-row sm:items-center sm:justify-between sm:px-8">
        <div className="flex flex-col gap-2">
          <Wordmark />
          <p className="text-sm text-ink-muted">Menus that stay up to date.</p>
        </div>
        <nav aria-label="Footer" className="-mx-3 flex flex-wrap">
          {links.map(({ href, label }) => (
            <Link key={href} href={href} className={linkClass}>
              {label}
            </Link>
          ))}
          {operators.map(({ href, label }) => (
            <a key={label} href={href} className={linkClass}>
              {label}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}
