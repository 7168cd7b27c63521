import { memo, useEffect, useRef, useState } from 'react';
import { formatPrice } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cn } from '../../../ui/cn.ts';
import { scriptLang } from '../menu-sections.ts';
import { onResize } from '../on-resize.ts';
import type { ShownItem } from '../shown-menu.ts';
import { Plate } from './plate.tsx';

export interface ItemCardProps {
  item: ShownItem;
  /** Whether a link led here or the item has just changed. */
  marked: boolean;
  lang: string | undefined;
}

/** One dish or drink. */
export const ItemCard = memo(function ItemCard({ item, marked, lang }: ItemCardProps) {
  const { id, name, description, price, isAvailable, isPopular, isFeatured, image } = item;
  return (
    <li
      id={`item-${id}`}
      // Direction from the name's script: an Arabic dish is laid out right to left.
      dir="auto"
      tabIndex={-1}
      className={cn(
        'relative flex scroll-mt-[calc(5rem+var(--kept-line,0px))] gap-4 border-b border-line py-5 outline-none print:block print:break-inside-avoid print:border-0 print:py-1.5',
        // A highlight over the row, slightly wider than it: appears instantly, fades when the mark goes.
        'before:pointer-events-none before:absolute before:z-1 before:-inset-x-3 before:inset-y-1.5 before:rounded-control before:bg-(--menu-accent) before:transition-opacity print:before:hidden',
        marked ? 'before:opacity-12 before:duration-200' : 'before:opacity-0 before:duration-1000',
      )}
    >
      <Plate
        name={name}
        image={image}
        lazy
        className={cn(
          image ? 'size-20 rounded-control text-2xl' : 'size-12 rounded-full text-lg',
          'bg-(--menu-accent)/10 text-(--menu-accent) shadow-[inset_0_0_0_2px_var(--color-paper),inset_0_0_0_3px_color-mix(in_srgb,var(--menu-accent)_30%,transparent)]',
          !isAvailable && 'opacity-60 grayscale',
        )}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1 print:gap-0">
        <div className="flex items-baseline justify-between gap-4">
          <h3
            lang={scriptLang(name, lang)}
            className={cn(
              'min-w-0 text-[1.0625rem] leading-snug font-semibold text-pretty break-keep wrap-anywhere',
              !isAvailable && 'text-ink-muted print:text-ink',
            )}
          >
            {name}
          </h3>
          <p
            dir="ltr"
            className={cn(
              'figures shrink-0 text-[1.0625rem] leading-snug font-bold',
              !isAvailable && 'text-ink-muted print:text-ink',
            )}
          >
            {formatPrice(price)}
          </p>
        </div>
        {description && <Description name={name} text={description} />}
        {(isPopular || isFeatured || !isAvailable) && (
          <p className="flex flex-wrap gap-2 pt-1.5 print:hidden">
            {isPopular ? (
              <Badge tone="notice">Popular</Badge>
            ) : (
              isFeatured && <Badge className="bg-(--menu-accent)/10! text-(--menu-accent)!">Featured</Badge>
            )}
            {!isAvailable && <Badge tone="negative">Out of Stock</Badge>}
          </p>
        )}
      </div>
    </li>
  );
});

/** Clamped to two lines; a tap expands longer text. */
function Description({ name, text }: { name: string; text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [overflows, setOverflows] = useState(false);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const element = paragraph.current;
    // When expanded nothing overflows, but the button that collapses it must stay.
    if (!element || open) return;
    return onResize(element, () => setOverflows(element.scrollHeight > element.clientHeight + 1));
  }, [open]);

  const words = (
    <p ref={paragraph} className={cn('text-ink-muted wrap-anywhere print:line-clamp-none', !open && 'line-clamp-2')}>
      {text}
    </p>
  );
  return (
    // The button overlays the text instead of wrapping it, so that the text stays a selectable paragraph.
    <div dir="auto" className="relative">
      {words}
      {overflows && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="absolute inset-0 flex items-end justify-end rounded-tag print:hidden"
        >
          <span
            className={
              open
                ? 'sr-only'
                : 'bg-linear-to-r from-transparent to-paper to-40% ps-8 leading-[1.6] font-semibold text-(--menu-accent) rtl:bg-linear-to-l'
            }
          >
            {open ? 'less' : 'more'}
          </span>
          <span className="sr-only"> about {name}</span>
        </button>
      )}
    </div>
  );
}
