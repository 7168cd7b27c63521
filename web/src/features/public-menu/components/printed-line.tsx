import type { MenuChanges } from '@tavola/contracts/history.ts';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { rememberPrinted, requestChanges, takePrinted } from '../printed.ts';
import type { ShownMenu } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';

/** A quiet line for guests who come from paper: what changed on the menu since it was printed. It can be closed. */
export function PrintedLine({ menu }: { menu: ShownMenu }) {
  const { say, own, locale } = usePageWords();
  const [isFromPaper, setFromPaper] = useState(false);
  const [changes, setChanges] = useState<MenuChanges>();
  const { slug } = menu.tenant;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another menu has changed more
  useEffect(() => {
    let isLeft = false;
    const printed = takePrinted();
    setFromPaper(printed !== undefined);
    if (printed) void requestChanges(slug, printed).then((found) => isLeft || setChanges(found));
    return () => {
      isLeft = true;
    };
  }, [slug, menu]);

  const { prices = 0, gone = 0, soldOut = 0, added = 0, choicesGone = 0, choicesSoldOut = 0 } = changes ?? {};
  const parts = [
    prices && say('pricesChanged', { count: prices }),
    gone && say('dishesGone', { count: gone }),
    soldOut && say('dishesSoldOut', { count: soldOut }),
    choicesGone && say('choicesGone', { count: choicesGone }),
    choicesSoldOut && say('choicesSoldOut', { count: choicesSoldOut }),
    added && say('dishesNew', { count: added }),
  ].filter((part) => part !== 0);

  // Only then, so that other pages have no empty status.
  if (!isFromPaper) return null;

  const close = () => {
    rememberPrinted(undefined);
    setChanges(undefined);
  };

  return (
    <div role="status" className="text-sm text-ink-muted print:hidden">
      {parts.length > 0 && (
        <p className="mx-auto flex max-w-5xl items-center gap-2 ps-5 pe-2 pt-2 sm:ps-8 sm:pe-5" {...own}>
          <span className="min-w-0 flex-1 wrap-anywhere">
            {say('printedSince', {
              changes: new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(parts),
            })}
          </span>
          <button
            type="button"
            aria-label={say('close')}
            onClick={close}
            className="grid size-11 shrink-0 place-items-center"
          >
            <X aria-hidden className="size-4" />
          </button>
        </p>
      )}
    </div>
  );
}
