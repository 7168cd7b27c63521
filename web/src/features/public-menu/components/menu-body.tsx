import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { eastAsianLanguage, type MenuSection, menuSections, scriptLang } from '../menu-sections.ts';
import type { ShownMenu } from '../shown-menu.ts';
import { useLinkedItem } from '../use-linked-item.ts';
import { CategoryTabs, type Choice, sectionId, tabId } from './category-tabs.tsx';
import { ItemCard } from './item-card.tsx';

const PANEL = 'menu-items';

export interface MenuBodyProps {
  menu: ShownMenu;
  /** The items that have just changed. */
  changed: ReadonlySet<number>;
}

/** The tabs and the chosen items. */
export function MenuBody({ menu, changed }: MenuBodyProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [chosen, setChoice] = useState<Choice>('all');
  const printing = usePrinting();
  // Print shows all items. A category that was deleted meanwhile can't stay chosen.
  const choice = !printing && menu.categories.some(({ id }) => id === chosen) ? chosen : 'all';
  const sections = useMemo(() => menuSections(menu), [menu]);
  const lang = useMemo(() => eastAsianLanguage(menu), [menu]);
  const linked = useLinkedItem(menu, () => flushSync(() => setChoice('all')));

  const choose = (next: Choice) => {
    // Scroll the chosen items to just below the tabs, unless the header is in view.
    const strip = panel.current?.previousElementSibling;
    const stopsAt = strip ? Number.parseFloat(getComputedStyle(strip).top) + strip.clientHeight : 0;
    const top = (panel.current?.offsetTop ?? 0) - stopsAt;
    const isPast = window.scrollY > top;
    flushSync(() => setChoice(next));
    if (isPast) window.scrollTo({ top, behavior: 'instant' });
  };

  const shown = sections.filter((section) => (choice === 'all' ? section.items.length > 0 : section.id === choice));
  return (
    <>
      <CategoryTabs categories={menu.categories} choice={choice} onChoose={choose} panelId={PANEL} lang={lang} />
      <div
        ref={panel}
        id={PANEL}
        role="tabpanel"
        aria-labelledby={tabId(choice)}
        className="mx-auto min-h-[calc(100dvh-3.75rem)] max-w-5xl px-5 pb-14 sm:px-8 print:min-h-0 print:max-w-none print:columns-2 print:gap-10 print:px-0 print:pb-0"
      >
        {shown.map((section) => (
          <Section key={section.id} section={section} linked={linked} changed={changed} lang={lang} />
        ))}
        {shown.length === 0 && (
          <p className="py-16 text-center text-ink-muted">This menu is just being written. Please come back soon.</p>
        )}
      </div>
    </>
  );
}

interface SectionProps {
  section: MenuSection;
  linked: number | undefined;
  changed: ReadonlySet<number>;
  lang: string | undefined;
}

function Section({ section, linked, changed, lang }: SectionProps) {
  const id = sectionId(section.id);
  return (
    <section id={id} aria-labelledby={`${id}-name`} className="pt-10 print:pt-4">
      <div dir="auto" className="flex flex-col gap-1 print:break-inside-avoid print:break-after-avoid">
        <h2
          id={`${id}-name`}
          lang={scriptLang(section.name, lang)}
          className="display text-2xl break-keep wrap-anywhere"
        >
          {section.name}
        </h2>
        {section.description && <p className="max-w-prose text-ink-muted wrap-anywhere">{section.description}</p>}
        <div aria-hidden className="menu-rule mt-3 text-(--menu-accent)" />
      </div>
      {section.items.length === 0 ? (
        <p className="py-8 text-ink-muted">Nothing here at the moment.</p>
      ) : (
        <ul className="grid gap-x-14 md:grid-cols-2 print:block">
          {section.items.map((item) => (
            <ItemCard key={item.id} item={item} marked={item.id === linked || changed.has(item.id)} lang={lang} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Whether the page is being printed. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints the page as it is when the event ends, so render synchronously.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
}
