import Share from 'lucide-react/icons/share-2';
import X from 'lucide-react/icons/x';
import { useLayoutEffect, useRef, useState } from 'react';
import { buttonClass } from '../../../ui/button-class.ts';
import { cn } from '../../../ui/cn.ts';
import type { ShownItem } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';
import { DishText } from './item-card.tsx';
import { Plate } from './plate.tsx';

/** The id of the dish's name in it, which has the language that the name is in. */
const NAME = 'dish-name';

interface DishSheetProps {
  item: ShownItem;
  lang: string | undefined;
  /** Called when it was closed. */
  onClose: () => void;
}

/** A dish with its large picture, if it has one, over the page: from the bottom edge on phones, in the middle elsewhere. */
export function DishSheet({ item, lang, onClose }: DishSheetProps) {
  const { say, own, part } = usePageWords();
  const dialog = useRef<HTMLDialogElement>(null);

  // The browser keeps the focus in it and gives it back, which it can only while the dialog is on the page.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too
    <dialog
      ref={dialog}
      aria-labelledby={NAME}
      onClose={onClose}
      // Only the backdrop is the dialog itself: all else is in what fills it.
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      className="mx-auto mt-auto mb-0 max-h-[92dvh] w-full max-w-lg animate-sheet-in overflow-y-auto overscroll-contain rounded-t-sheet bg-surface text-ink [--ground:var(--color-surface)] shadow-overlay backdrop:bg-overlay sm:mb-auto sm:animate-pop-in sm:rounded-sheet print:hidden"
    >
      <div {...part} className={cn('relative pb-[max(1.25rem,env(safe-area-inset-bottom))]', !item.image && 'pt-3')}>
        <Plate
          name={item.name}
          image={item.image}
          sizes="(width >= 32rem) 32rem, 100vw"
          className={cn(
            'bg-(--menu-accent)/10 text-(--menu-accent)',
            item.image ? 'aspect-4/3 w-full text-4xl' : 'ms-5 size-11 rounded-full text-lg sm:ms-7',
          )}
        />
        <button
          {...own}
          type="button"
          aria-label={say('close')}
          onClick={() => dialog.current?.close()}
          className="absolute end-3 top-3 flex size-11 items-center justify-center rounded-full bg-surface/90 text-ink shadow-float"
        >
          <X aria-hidden className="size-5" />
        </button>
        <div className="@container flex flex-col gap-4 px-5 pt-4 sm:px-7">
          <DishText item={item} lang={lang} nameId={NAME} isWhole />
          <ShareButton id={item.id} name={item.name} />
        </div>
      </div>
    </dialog>
  );
}

/** Hands the dish's address to the phone's own sharing, or copies it. */
function ShareButton({ id, name }: { id: number; name: string }) {
  const { say, own } = usePageWords();
  const [isCopied, setCopied] = useState(false);
  const share = async () => {
    const url = new URL(`#item-${id}`, window.location.href).href;
    // Called off by the guest, or not allowed in a frame: nothing to say.
    if (typeof navigator.share === 'function') return navigator.share({ title: name, url }).catch(() => {});
    await navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <p className="flex items-center gap-3">
      <button {...own} type="button" onClick={share} className={buttonClass('secondary')}>
        <Share aria-hidden />
        {say('share')}
      </button>
      <span {...own} role="status" className="text-sm text-ink-muted">
        {isCopied && say('linkCopied')}
      </span>
    </p>
  );
}
