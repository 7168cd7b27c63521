import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useRef } from 'react';
import { timeInWords } from '../kept-time.ts';
import { onResize } from '../on-resize.ts';
import { usePageWords } from '../words/page-words.ts';

/**
 * A line at the top of the page: the menu is an older copy. Empty while `asOf` is undefined, but always rendered, so that
 * screen readers announce the change.
 */
export function KeptLine({ asOf }: { asOf: number | undefined }) {
  const { say, fill, own, locale } = usePageWords();
  const line = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = line.current;
    if (!element) return;
    let height = 0;
    // The sticky tabs stop below it. Each change restyles the whole page.
    return onResize(element, () => {
      if (element.offsetHeight === height) return;
      height = element.offsetHeight;
      document.documentElement.style.setProperty('--kept-line', `${height}px`);
    });
  }, []);

  return (
    <div ref={line} role="status" className="sticky top-0 z-20 bg-saffron-soft text-sm text-saffron-ink print:hidden">
      {asOf !== undefined && (
        <p className="mx-auto flex max-w-5xl items-start gap-2.5 px-5 pt-[max(0.5rem,env(safe-area-inset-top))] pb-2 sm:px-8">
          <CloudOff aria-hidden className="size-4.5 h-[1.5em] shrink-0" />
          <span {...own}>
            {fill('offline', {
              time: <time dateTime={new Date(asOf).toISOString()}>{timeInWords(asOf, Date.now(), locale)}</time>,
            })}{' '}
            <span className="max-sm:hidden">{say('mayHaveChanged')}</span>
          </span>
        </p>
      )}
    </div>
  );
}
