import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useRef } from 'react';
import { timeInWords } from '../kept-time.ts';
import { onResize } from '../on-resize.ts';

/**
 * A line at the top of the page: the menu is an older copy. Empty while `asOf` is undefined, but always rendered, so that
 * screen readers announce the change.
 */
export function KeptLine({ asOf }: { asOf: number | undefined }) {
  const line = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = line.current;
    if (!element) return;
    // The sticky tabs stop below it.
    return onResize(element, () =>
      document.documentElement.style.setProperty('--kept-line', `${element.offsetHeight}px`),
    );
  }, []);

  return (
    <div ref={line} role="status" className="sticky top-0 z-20 bg-saffron-soft text-sm text-saffron-ink print:hidden">
      {asOf !== undefined && (
        <p className="mx-auto flex max-w-5xl items-start gap-2.5 px-5 pt-[max(0.5rem,env(safe-area-inset-top))] pb-2 sm:px-8">
          <CloudOff aria-hidden className="size-4.5 h-[1.5em] shrink-0" />
          <span>
            Offline. This is the menu as of{' '}
            <time dateTime={new Date(asOf).toISOString()}>{timeInWords(asOf, Date.now())}</time>.{' '}
            <span className="max-sm:hidden">Prices and dishes may have changed since.</span>
          </span>
        </p>
      )}
    </div>
  );
}
