import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Wordmark } from '../../../ui/logo.tsx';

interface AuthLayoutProps {
  title: ReactNode;
  intro: ReactNode;
  /** Below the form: a link to the other page. */
  footer: ReactNode;
  children: ReactNode;
}

/** The frame of login and sign-up: a laid table on one side, the form on the other. */
export function AuthLayout({ title, intro, footer, children }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(22rem,5fr)_7fr]">
      <LaidTable />
      <div className="flex flex-col px-5 pt-5 pb-12 sm:px-10">
        <div className="flex items-center justify-between gap-4">
          <Link href="/" aria-label={PRODUCT_NAME} className="inline-flex rounded-control lg:invisible">
            <Wordmark />
          </Link>
          <Link
            href="/"
            className="-me-3 inline-flex min-h-11 items-center gap-2 rounded-full px-3 font-semibold text-ink-muted hover:text-ink"
          >
            <ArrowLeft aria-hidden className="size-4" />
            Back to Home
          </Link>
        </div>
        {/* In a low window a toast stands above the title. */}
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto my-auto flex w-full max-w-md flex-col gap-8 pt-10 lg:[@media(height>=44rem)]:pt-6 [@media(height<44rem)]:pt-16"
        >
          <div className="flex flex-col gap-2">
            <h1 tabIndex={-1} className="display text-3xl">
              {title}
            </h1>
            <p className="text-ink-muted text-pretty">{intro}</p>
          </div>
          {children}
          <div className="flex flex-col gap-5">
            <div aria-hidden className="menu-rule text-line-strong" />
            <p className="text-ink-muted">{footer}</p>
          </div>
        </main>
      </div>
    </div>
  );
}

function LaidTable() {
  return (
    <div
      aria-hidden
      className="sticky top-0 hidden h-dvh overflow-hidden bg-[#0a4f3b] text-[#fdf9f0] lg:flex lg:flex-col lg:justify-between dark:bg-[#0f2a21]"
    >
      <div className="tablecloth absolute inset-0 opacity-[0.17]" />
      <div className="relative p-10">
        <span className="display text-[1.75rem] leading-none font-semibold text-[#fdf9f0]">{PRODUCT_NAME}</span>
      </div>
      <Plate />
      <p className="display relative max-w-[18ch] p-10 text-3xl text-balance text-[#fdf9f0]">
        One menu, always up to date.
      </p>
    </div>
  );
}

/** A plate between fork and knife, from above. */
function Plate() {
  return (
    <svg aria-hidden="true" viewBox="0 0 400 300" className="relative mx-auto w-[78%] text-[#fdf9f0]" fill="none">
      <g stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M62 78v42c0 13 22 13 22 0V78M73 78v156M358 234V78c-24 12-27 62-22 88h22" />
      </g>
      <circle cx="210" cy="152" r="102" fill="#fdf9f0" />
      <circle cx="210" cy="152" r="94" stroke="#0a4f3b" strokeOpacity="0.22" strokeWidth="1.5" />
      <circle cx="210" cy="152" r="66" stroke="#0a4f3b" strokeOpacity="0.4" strokeWidth="1.5" />
      <g>
        <circle cx="192" cy="146" r="23" fill="#c8452a" />
        <circle cx="232" cy="160" r="19" fill="#b43a1f" />
        <path d="M206 176c-2-20 8-34 30-40 3 20-8 36-30 40Z" fill="#3f8a5d" />
        <path d="M204 128c-16-6-22-18-18-34 15 5 22 17 18 34Z" fill="#2f7550" />
        <circle cx="184" cy="139" r="5" fill="#fdf9f0" fillOpacity="0.35" />
      </g>
    </svg>
  );
}
