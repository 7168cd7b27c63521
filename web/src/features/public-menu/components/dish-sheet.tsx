import Share from 'lucide-react/icons/share-2';
import { useState } from 'react';
import { buttonClass } from '../../../ui/button-class.ts';
import { cn } from '../../../ui/cn.ts';
import type { ShownItem } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';
import { DishText } from './item-card.tsx';
import { Plate } from './plate.tsx';
import { Sheet } from './sheet.tsx';

/** The id of the dish's name in it, which has the language that the name is in. */
const NAME = 'dish-name';

interface DishSheetProps {
  item: ShownItem;
  lang: string | undefined;
  /** Called when it was closed. */
  onClose: () => void;
}

/** A dish with its large picture, if it has one. */
export function DishSheet({ item, lang, onClose }: DishSheetProps) {
  const { part } = usePageWords();
  return (
    <Sheet labelledBy={NAME} onClose={onClose}>
      {() => (
        <div {...part} className={item.image ? undefined : 'pt-3'}>
          <Plate
            name={item.name}
            image={item.image}
            sizes="(width >= 32rem) 32rem, 100vw"
            className={cn(
              'bg-(--menu-accent)/10 text-(--menu-accent)',
              item.image ? 'aspect-4/3 w-full text-4xl' : 'ms-5 size-11 rounded-full text-lg sm:ms-7',
            )}
          />
          <div className="@container flex flex-col gap-4 px-5 pt-4 sm:px-7">
            <DishText item={item} lang={lang} nameId={NAME} isWhole />
            <ShareButton id={item.id} name={item.name} />
          </div>
        </div>
      )}
    </Sheet>
  );
}

/** Hands the dish's address to the phone's own sharing, or copies it. */
function ShareButton({ id, name }: { id: number; name: string }) {
  const { say, own } = usePageWords();
  const [isCopied, setCopied] = useState(false);
  /** The address, where the browser can neither share nor copy it: there is no clipboard without TLS. */
  const [shown, setShown] = useState<string>();
  const share = async () => {
    const url = new URL(`#item-${id}`, window.location.href).href;
    // Called off by the guest, or not allowed in a frame: nothing to say.
    if (typeof navigator.share === 'function') return navigator.share({ title: name, url }).catch(() => {});
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      setShown(url);
    }
  };
  return (
    <p className="flex flex-wrap items-center gap-3">
      <button {...own} type="button" onClick={share} className={buttonClass('secondary')}>
        <Share aria-hidden />
        {say('share')}
      </button>
      <span {...own} role="status" className="text-sm text-ink-muted">
        {isCopied && say('linkCopied')}
      </span>
      {shown && (
        <bdi dir="ltr" className="text-sm wrap-anywhere select-all">
          {shown}
        </bdi>
      )}
    </p>
  );
}
