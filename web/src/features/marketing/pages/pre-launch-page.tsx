import { Check, NotebookPen, QrCode, RefreshCw } from 'lucide-react';
import { Link } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useBetaSpots } from '../api.ts';
import { BetaForm } from '../components/beta-form.tsx';
import { FreeTables } from '../components/free-tables.tsx';
import { SiteFooter } from '../components/site-footer.tsx';
import { SiteHeader } from '../components/site-header.tsx';
import { PRE_LAUNCH } from '../visitors-pages.ts';

const CONTENTS = [
  {
    icon: NotebookPen,
    title: 'Digital Menu Creation',
    text: 'Categories, dishes, prices and photos, in the order you want, with the look of your restaurant.',
  },
  {
    icon: QrCode,
    title: 'QR Code Integration',
    text: 'A code for your tables that leads straight to your menu. Download it and print it once.',
  },
  {
    icon: RefreshCw,
    title: 'Real-Time Updates',
    text: 'Change a price or mark a dish as sold out, and every guest sees it right away.',
  },
] as const;

const BENEFITS = [
  ['6 months free', 'for the first 10 restaurants, everything included.'],
  ['Priority access', 'for waitlist members, from the first day of the beta in Q4 2026.'],
  ['Launch discounts', 'for everyone on the waitlist once the beta is over.'],
  ['Shape the product:', 'we build what you ask for first.'],
] as const;

/** The beta program (spec §2). */
export function PreLaunchPage() {
  useDocumentTitle(PRE_LAUNCH.title);
  const remaining = useBetaSpots();
  return (
    <div className="overflow-x-clip">
      <SiteHeader badge={<Badge tone="notice">Pre-Launch</Badge>}>
        <Button asChild variant="ghost" size="sm" className="px-3!">
          <Link href="/launch">View Live Site</Link>
        </Button>
        <Button asChild variant="secondary" size="sm">
          <Link href="/login">Sign In</Link>
        </Button>
      </SiteHeader>
      <main id="main" tabIndex={-1}>
        <div className="relative isolate">
          <div
            aria-hidden
            className="tablecloth absolute inset-0 -z-10 bg-brand-soft text-brand opacity-70 max-lg:top-1/2 lg:start-[64%]"
          />
          <div className="mx-auto grid max-w-6xl items-center gap-12 px-5 py-12 sm:px-8 lg:grid-cols-[11fr_12fr] lg:gap-16 lg:py-20">
            <Hero remaining={remaining} />
            <Card className="rounded-sheet! p-6 shadow-overlay! sm:p-9">
              <h2 id="apply" className="display pb-1 text-2xl">
                {remaining > 0 ? 'Reserve your spot' : 'Join the waitlist'}
              </h2>
              <p className="pb-6 text-ink-muted">Tell us about your restaurant. It takes a minute.</p>
              <BetaForm isWaitlist={remaining === 0} />
            </Card>
          </div>
        </div>
        <Contents />
        <Benefits />
      </main>
      <SiteFooter
        links={[
          { href: '/launch', label: 'View Live Site' },
          { href: '/login', label: 'Sign In' },
        ]}
      />
    </div>
  );
}

function Hero({ remaining }: { remaining: number }) {
  return (
    <div className="flex flex-col gap-6">
      <p className="eyebrow text-brand-ink">Beta launch Q4 2026</p>
      <h1 tabIndex={-1} className="display text-4xl">
        Ten tables before we open.
      </h1>
      <p className="max-w-prose text-lg text-ink-muted">
        The first 10 restaurants get 6 months free. Waitlist members get priority access and launch discounts.
      </p>
      <div className="flex flex-col gap-3 pt-2">
        <FreeTables free={remaining} />
        <p className="display text-xl">{spotsText(remaining)}</p>
      </div>
    </div>
  );
}

function spotsText(remaining: number): string {
  if (remaining === 0) return 'All 10 beta spots are taken. The waitlist is open.';
  return remaining === 1 ? '1 beta spot remaining' : `${remaining} beta spots remaining`;
}

function Contents() {
  return (
    <section aria-labelledby="contents" className="mx-auto max-w-6xl px-5 py-20 sm:px-8 lg:py-24">
      <h2 id="contents" className="display text-3xl">
        What You'll Get in the Beta
      </h2>
      <ul className="grid gap-x-14 gap-y-10 pt-10 lg:grid-cols-3">
        {CONTENTS.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex flex-col gap-2.5 border-t-2 border-ink pt-5">
            <Icon aria-hidden className="size-6 text-tomato" strokeWidth={1.75} />
            <h3 className="display text-xl">{title}</h3>
            <p className="text-ink-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Benefits() {
  return (
    <section aria-labelledby="benefits" className="border-t border-line bg-sunken">
      <div className="mx-auto grid max-w-6xl gap-10 px-5 py-16 sm:px-8 lg:grid-cols-2 lg:gap-14 lg:py-24">
        <h2 id="benefits" className="display text-3xl">
          Exclusive Beta Benefits
        </h2>
        <ul className="flex flex-col">
          {BENEFITS.map(([what, how]) => (
            <li key={what} className="flex items-start gap-4 border-t border-line-strong py-5 last:border-b">
              <Check aria-hidden className="mt-1.5 size-5 shrink-0 text-brand" strokeWidth={2.5} />
              <p className="text-lg text-ink-muted">
                <strong className="font-semibold text-ink">{what}</strong> {how}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
