import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { cn } from '../../../ui/cn.ts';
import { nameLang } from '../menu-sections.ts';
import type { ShownCategory } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';

/** The chosen tab: all items, or the category with this id. */
export type Choice = 'all' | number;

/** The id of a tab, for the panel's name. */
export const tabId = (choice: Choice): string => `tab-${choice}`;
/** The id of a category's section, which the tabs track. */
export const sectionId = (id: number | null): string => `section-${id ?? 'more'}`;

interface CategoryTabsProps {
  categories: readonly ShownCategory[];
  choice: Choice;
  onChoose: (choice: Choice) => void;
  panelId: string;
  lang: string | undefined;
  /** Stands at the end of the tabs. */
  end: ReactNode;
  /** Covers the tabs while the menu is searched. */
  cover: ReactNode;
  /** Stands below the tabs, also while they are covered. */
  below: ReactNode;
}

/**
 * 'All Items' and one tab per category, scrolling sideways on a phone. Only the chosen tab looks selected. While all items
 * show, the tab of the category in view is scrolled into view.
 */
export function CategoryTabs({ categories, choice, onChoose, panelId, lang, end, cover, below }: CategoryTabsProps) {
  const { say, own, base } = usePageWords();
  const strip = useRef<HTMLDivElement>(null);
  const reading = useSectionInView(categories, choice === 'all' && !cover);
  const choices: Choice[] = ['all', ...categories.map((category) => category.id)];
  const inView = choice === 'all' ? (reading ?? 'all') : choice;

  useEffect(() => {
    const box = strip.current;
    const tab = box?.querySelector<HTMLElement>(`[id="${tabId(inView)}"]`);
    if (!box || !tab) return;
    // Scroll sideways only: scrollIntoView would scroll the page too.
    box.scrollTo({ left: inView === 'all' ? 0 : box.scrollLeft + distanceTo(box, tab) });
  }, [inView]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = choices.indexOf(choice);
    // From right to left, the next tab is to the left.
    const step = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const to = { ArrowRight: at + step, ArrowLeft: at - step, Home: 0, End: choices.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = choices[(to + choices.length) % choices.length] ?? 'all';
    onChoose(next);
    strip.current?.querySelector<HTMLElement>(`[id="${tabId(next)}"]`)?.focus({ preventScroll: true });
  };

  return (
    <div className="@container sticky top-[calc(var(--name-bar)+var(--kept-line,0px))] z-10 border-b border-line bg-paper [--tabs-end:max(0.5rem,calc(50%-30.75rem))] [--tabs-start:max(1.25rem,calc(50%-30rem))] sm:[--tabs-end:max(1.25rem,calc(50%-30.75rem))] sm:[--tabs-start:max(2rem,calc(50%-30rem))] noscript:hidden print:hidden">
      <div className="relative">
        <div
          ref={strip}
          role="tablist"
          aria-label={say('categories')}
          onKeyDown={onKeyDown}
          inert={Boolean(cover)}
          className="relative flex h-14 items-center gap-1 overflow-x-auto overscroll-x-contain scroll-smooth [scrollbar-width:none] after:h-px after:w-[calc(8rem+var(--tabs-end))] after:shrink-0 after:content-['']"
        >
          {choices.map((value) => {
            const category = categories.find(({ id }) => id === value);
            const chosen = value === choice;
            const tab = (
              <button
                key={value}
                type="button"
                role="tab"
                id={tabId(value)}
                aria-selected={chosen}
                aria-controls={panelId}
                aria-current={!chosen && value === reading ? 'location' : undefined}
                tabIndex={chosen ? 0 : -1}
                onClick={() => onChoose(value)}
                className={cn(
                  'relative min-h-11 max-w-68 shrink-0 truncate rounded-full px-4 font-semibold outline-offset-[-3px] transition-colors duration-150',
                  chosen
                    ? 'bg-(--menu-accent) text-(--menu-on-accent) outline-(--menu-on-accent)'
                    : 'text-ink-muted hover:text-ink aria-[current=location]:text-ink',
                )}
                dir="auto"
                lang={category ? nameLang(category, base, lang) : own.lang}
              >
                {category ? category.name : say('allItems')}
              </button>
            );
            if (value !== 'all') return tab;
            // Pinned, so that 'All Items' is always one tap away; not where letters are so large that no room would be left.
            return (
              <span
                key={value}
                role="presentation"
                className="pinned-tab sticky start-0 z-10 flex shrink-0 @max-[18em]:relative bg-paper ps-(--tabs-start) me-2"
              >
                {tab}
              </span>
            );
          })}
        </div>
        <div
          className={cn(
            'absolute inset-y-0 end-0 z-10 flex items-center bg-paper ps-1 pe-(--tabs-end) before:pointer-events-none before:absolute before:inset-y-0 before:end-full before:w-[32px] before:bg-linear-to-l before:from-paper before:to-transparent rtl:before:bg-linear-to-r',
            Boolean(cover) && 'invisible',
          )}
        >
          {end}
        </div>
        {cover}
      </div>
      {below}
    </div>
  );
}

/** The widths of the fades beside the pinned tab and beside the end. */
const FADES = [28, 32] as const;

/** How far to scroll for `tab` to be in the middle between the pinned tab and the end, or to begin there if it is wider. */
function distanceTo(strip: HTMLElement, tab: HTMLElement): number {
  const pin = strip.firstElementChild as HTMLElement;
  const end = strip.nextElementSibling as HTMLElement;
  const isRtl = getComputedStyle(strip).direction === 'rtl';
  // Distances from the strip's beginning, whichever side that is on.
  const edge = strip.getBoundingClientRect();
  const at = (rect: DOMRect) => (isRtl ? edge.right - rect.right : rect.left - edge.left);
  const own = tab.getBoundingClientRect();
  // Where letters are large it is not pinned.
  const pinned = getComputedStyle(pin).position === 'sticky' ? pin.offsetWidth + FADES[0] : 0;
  const free = at(end.getBoundingClientRect()) - FADES[1] - pinned;
  const by = at(own) - pinned - Math.max(0, free - own.width) / 2;
  return isRtl ? -by : by;
}

/** The category whose section is just below the tabs; none while the header is in view. */
function useSectionInView(categories: readonly ShownCategory[], active: boolean): number | undefined {
  const [reading, setReading] = useState<number>();
  useEffect(() => {
    setReading(undefined);
    if (!active || typeof IntersectionObserver !== 'function') return;
    const inBand = new Set<Element>();
    const sections = categories.flatMap(({ id }) => {
      const element = document.getElementById(sectionId(id));
      return element ? [{ id, element }] : [];
    });
    // A thin band just below the tabs: at most two sections intersect it, and the upper one is being read.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inBand.add(target);
          else inBand.delete(target);
        }
        setReading(sections.find(({ element }) => inBand.has(element))?.id);
      },
      { rootMargin: '-108px 0px -76% 0px' },
    );
    for (const { element } of sections) observer.observe(element);
    return () => observer.disconnect();
  }, [categories, active]);
  return reading;
}
