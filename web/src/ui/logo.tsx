import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { cn } from './cn.ts';

/** The logo mark: a table shaped like a T, with a plate on it. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={cn('size-8 shrink-0', className)}>
      <rect width="32" height="32" rx="9" className="fill-brand" />
      <g className="stroke-on-brand" strokeLinecap="round" fill="none">
        <path d="M6.5 11.25h19" strokeWidth="3" />
        <path d="M16 11.5v9.25c0 2.2-1.9 3.75-4.75 3.75M16 20.75c0 2.2 1.9 3.75 4.75 3.75" strokeWidth="2.6" />
      </g>
      <circle cx="21.2" cy="7" r="1.9" className="fill-[#f0795a] dark:fill-[#8d2b12]" />
    </svg>
  );
}

/** The mark and the name. Put it into a link or button that goes home. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="display text-[1.4375rem] leading-none font-semibold">{PRODUCT_NAME}</span>
    </span>
  );
}
