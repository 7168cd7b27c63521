import { DEMO_SLUG } from '@tavola/contracts/product.ts';
import { ChartNoAxesColumn, Check, MapPin, Palette, Play, QrCode, RefreshCw, Smartphone } from 'lucide-react';
import { Link } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { Button } from '../../../ui/button.tsx';
import { AiExplained } from '../components/ai-explained.tsx';
import { LiveEdit } from '../components/live-edit.tsx';
import { Prices } from '../components/prices.tsx';
import { Questions } from '../components/questions.tsx';
import { Screens } from '../components/screens.tsx';
import { SiteFooter } from '../components/site-footer.tsx';
import { SiteHeader } from '../components/site-header.tsx';
import { LAUNCH } from '../visitors-pages.ts';

const FEATURES = [
  {
    icon: QrCode,
    title: 'QR Code Menus',
    text: 'One code for every table, window and takeout bag. It stays the same when your menu changes, so you print it once.',
  },
  {
    icon: Smartphone,
    title: 'Mobile Optimized',
    text: 'Large type, a clean page, fast on a weak signal. Made to read with one hand in a dim room.',
  },
  {
    icon: RefreshCw,
    title: 'Real-Time Updates',
    text: "Prices and availability update on guests' phones instantly. Sold out means sold out.",
  },
  {
    icon: ChartNoAxesColumn,
    title: 'Analytics Dashboard',
    text: 'See how many guests read your menu, how many scanned a code, and how long they stayed. All without following anyone around.',
  },
  {
    icon: Palette,
    title: 'Menu Customization',
    text: 'Your colors, fonts and layouts. Whatever color you choose, every word stays readable.',
  },
  {
    icon: MapPin,
    title: 'Multi-Location Support',
    text: 'A second address, a food truck, a summer patio: each with its own menu, prices and code, all in one account.',
  },
] as const;

const STEPS = [
  {
    title: 'Write it down',
    text: 'Paste the menu you have, take a photo of it, or type it. AI-powered menu management finds the categories, dishes and prices.',
  },
  {
    title: 'Put it on the table',
    text: 'Download your QR code and print it. Guests scan it and read. No app, no account.',
  },
  {
    title: 'Change your mind',
    text: 'New catch, new price, last slice gone. One tap, and every phone shows it.',
  },
] as const;

const BILL = [
  ['Free trial, 14 days', '$0.00'],
  ['Setup fees', 'none'],
  ['Credit card', 'not needed'],
  ['Setup', '5 minutes'],
  ['Support', '24/7'],
  ['Cancel', 'anytime'],
] as const;

/** The live marketing page (spec §2). */
export function LaunchPage() {
  useDocumentTitle(LAUNCH.title);
  return (
    <div className="overflow-x-clip">
      <SiteHeader>
        <Button asChild variant="ghost" size="sm" className="px-3!">
          <Link href="/pre-launch">Pre-Launch</Link>
        </Button>
        <Button asChild variant="ghost" size="sm" className="px-3!">
          <Link href="/login">Sign In</Link>
        </Button>
        <Button asChild size="sm">
          <Link href="/signup">Get Started</Link>
        </Button>
      </SiteHeader>
      <main id="main" tabIndex={-1}>
        <Hero />
        <Features />
        <Screens />
        <Steps />
        <AiExplained />
        <Prices />
        <Questions />
        <Closing />
      </main>
      <SiteFooter
        links={[
          { href: '/pre-launch', label: 'Pre-Launch' },
          { href: '/login', label: 'Sign In' },
          { href: '/signup', label: 'Sign Up' },
        ]}
      />
    </div>
  );
}

function Hero() {
  return (
    <section className="mx-auto grid max-w-6xl items-center gap-14 px-5 pt-12 pb-20 sm:px-8 lg:grid-cols-[10fr_11fr] lg:gap-10 lg:pt-16 lg:pb-24">
      <div className="flex flex-col gap-6">
        <p className="eyebrow text-brand-ink">AI-powered menu management</p>
        <h1 tabIndex={-1} className="display text-4xl">
          One menu, always up to date.
        </h1>
        <p className="max-w-prose text-lg text-ink-muted">
          Guests scan a code and see tonight's menu: the right prices, and nothing that has run out. Change it between
          lunch and dinner, right from your phone.
        </p>
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button asChild size="lg">
            <Link href="/signup">Start Free Trial</Link>
          </Button>
          <Button asChild variant="secondary" size="lg">
            <a href={`/menu/${DEMO_SLUG}`}>
              <Play aria-hidden />
              Watch Demo
            </a>
          </Button>
        </div>
        <ul className="flex flex-wrap gap-x-6 gap-y-1.5 font-medium text-ink-muted">
          {['Free 14-day trial', 'No credit card required', 'Setup in 5 minutes'].map((claim) => (
            <li key={claim} className="flex items-center gap-2">
              <Check aria-hidden className="size-4 text-brand" strokeWidth={3} />
              {claim}
            </li>
          ))}
        </ul>
      </div>
      <LiveEdit />
    </section>
  );
}

function Features() {
  return (
    <section aria-labelledby="features" className="relative isolate px-4 py-14 sm:px-8 sm:py-20">
      <div aria-hidden className="tablecloth absolute inset-0 -z-10 bg-brand-soft text-brand opacity-70" />
      <div className="mx-auto max-w-6xl rounded-sheet bg-surface px-5 py-12 shadow-overlay sm:px-12 sm:py-16">
        <div className="flex flex-col items-center gap-5 pb-10 text-center">
          <h2 id="features" className="display text-3xl">
            What's on the menu
          </h2>
          <div aria-hidden className="menu-rule w-40 text-brand" />
        </div>
        <ul className="grid gap-x-14 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {FEATURES.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex flex-col gap-2.5">
              <Icon aria-hidden className="size-6 text-tomato" strokeWidth={1.75} />
              <h3 className="display text-xl">{title}</h3>
              <p className="text-ink-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Steps() {
  return (
    <section aria-labelledby="steps" className="mx-auto max-w-6xl px-5 py-20 sm:px-8 lg:py-28">
      <h2 id="steps" className="display max-w-prose text-3xl">
        On the table in 5 minutes
      </h2>
      <ol className="grid gap-x-14 gap-y-10 pt-10 lg:grid-cols-3">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="flex flex-col gap-3 border-t-2 border-ink pt-5">
            <span aria-hidden className="display text-4xl text-brand">
              {index + 1}
            </span>
            <h3 className="display text-xl">{title}</h3>
            <p className="text-ink-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Closing() {
  return (
    <section aria-labelledby="closing" className="border-t border-line bg-sunken">
      <div className="mx-auto grid max-w-6xl items-center gap-14 px-5 py-16 sm:px-8 lg:grid-cols-2 lg:py-24">
        <div className="flex flex-col gap-6">
          <h2 id="closing" className="display text-4xl">
            Check, please.
          </h2>
          <p className="max-w-prose text-lg text-ink-muted">
            Two weeks of everything, on the house. If it doesn't earn its place on your tables, just walk away.
          </p>
          <p className="font-medium">No setup fees. Cancel anytime. 24/7 support.</p>
          <div className="flex flex-col gap-3 sm:flex-row">
            <Button asChild size="lg">
              <Link href="/signup">Start Your Free Trial</Link>
            </Button>
            <Button asChild variant="secondary" size="lg">
              <Link href="/login">Sign In</Link>
            </Button>
          </div>
        </div>
        <div className="bill mx-auto w-full max-w-md">
          <div className="bill-paper">
            <p className="display pb-4 text-center text-xl">Table for you</p>
            <dl className="figures">
              {BILL.map(([what, price]) => (
                <div key={what} className="bill-line">
                  <dt>{what}</dt>
                  <dd className="font-semibold">{price}</dd>
                </div>
              ))}
              <div aria-hidden className="menu-rule my-3 rotate-180 text-ink" />
              <div className="bill-line text-lg font-bold">
                <dt>Due today</dt>
                <dd>$0.00</dd>
              </div>
            </dl>
          </div>
        </div>
      </div>
    </section>
  );
}
