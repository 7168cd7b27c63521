import type { Verdict } from '@tavola/contracts/rules/allergens.ts';
import type { FullLook } from '@tavola/contracts/rules/look.ts';
import { pictureAt } from '@tavola/contracts/rules/pictures.ts';
import ArrowRight from 'lucide-react/icons/arrow-right';
import {
  type CSSProperties,
  Fragment,
  memo,
  type ReactNode,
  Suspense,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { buttonClass } from '../../../ui/button-class.ts';
import { cn } from '../../../ui/cn.ts';
import { DaypartsContext, servedNow } from '../dayparts-in-words.ts';
import { favoritesOf } from '../favorites.ts';
import { choicesOf, type Filter, FilterContext, type Filtered, filtered, filtersNamed, useFilter } from '../filter.ts';
import { descriptionLang, eastAsianLanguage, type MenuSection, menuSections, nameLang } from '../menu-sections.ts';
import { SharedFactsContext, sharedFacts } from '../option-groups.ts';
import { searchMenu } from '../search-menu.ts';
import type { ShownItem, ShownMenu } from '../shown-menu.ts';
import { useDishSheet } from '../use-dish-sheet.ts';
import { useFoundMarks } from '../use-found-marks.ts';
import { useLinkedItem } from '../use-linked-item.ts';
import { type PageWords, usePageWords } from '../words/page-words.ts';
import { AllergenLegend } from './allergens.tsx';
import { CategoryTabs, type Choice, sectionId, tabId } from './category-tabs.tsx';
import { SharedChoices } from './choices.tsx';
import { DishSheet } from './dish-sheet.tsx';
import { Favorites } from './favorites.tsx';
import { ItemCard } from './item-card.tsx';
import { FilterButton, FilterLine, FilterNote, FilterSheet, NamedFilters } from './menu-filter.tsx';
import { FIRST_PICTURES, PicturesContext } from './plate.tsx';
import { SearchBar, SearchButton } from './search-bar.tsx';

const PANEL = 'menu-items';

interface MenuBodyProps {
  menu: ShownMenu;
  look: FullLook;
  /** The items that have just changed. */
  changed: ReadonlySet<number>;
}

/** The tabs, the search and the chosen items. Kept while the page around it changes: sections that still hydrate would do so at once. */
export const MenuBody = memo(function MenuBody({ menu, look, changed }: MenuBodyProps) {
  const page = usePageWords();
  const { say, fill, own, base } = page;
  const panel = useRef<HTMLDivElement>(null);
  const [chosen, setChoice] = useState<Choice>('all');
  /** What is searched for; undefined while the search is closed, null after it was closed. */
  const [query, setQuery] = useState<string | null>();
  const [hidesSoldOut, setHidesSoldOut] = useState(false);
  const printing = usePrinting();
  const isEmpty = menu.items.length === 0;
  const isSearching = typeof query === 'string' && !printing && !isEmpty;
  // Print shows all items. A category that was deleted meanwhile can't stay chosen.
  const choice = !printing && !isEmpty && menu.categories.some(({ id }) => id === chosen) ? chosen : 'all';
  const sections = useMemo(() => menuSections(menu, say('more')), [menu, say]);
  const lang = useMemo(() => eastAsianLanguage(menu), [menu]);
  const [filter, setFilter] = useFilter(menu.tenant.slug);
  const [isFilterOpen, setFilterOpen] = useState(false);
  const filterButton = useRef<HTMLButtonElement>(null);
  const facts = useMemo(() => ({ ...sharedFacts(menu), isPrinting: printing }), [menu, printing]);
  const { groups, declares } = facts;
  // Paper is for all guests.
  const sifted = useMemo(
    () => (printing ? undefined : filtered(menu.items, groups, filter)),
    [menu.items, groups, filter, printing],
  );
  // A change elsewhere on the menu must not render all dishes again.
  const { shown: dish, open, onClosed, onTap } = useDishSheet(menu);
  const linked = useLinkedItem(menu, (id) => {
    flushSync(() => {
      setChoice('all');
      setQuery(undefined);
      setHidesSoldOut(false);
    });
    // A filter stays on, so a dish that it hides shows by itself, and says that it does not fit.
    if (sifted?.verdicts.get(id) === 'hidden') open(id);
  });
  // Typing stays quick in a menu of thousands. The end of a search does not wait: paper and links need all dishes at once.
  const typed = useDeferredValue(query ?? '');
  const words = isSearching ? typed : '';
  const isShown = printing || !hidesSoldOut ? isAny : isAvailable;
  const search = useMemo(() => searchMenu(sections, words, isShown, groups), [sections, words, isShown, groups]);
  const found = search.sections;
  const fitting = useMemo(() => withVerdicts(found, sifted, ['fits', 'choice']), [found, sifted]);
  useFoundMarks(panel, search);

  /** Scrolls the items to just below the tabs, unless the header is in view. */
  const keepInView = (change: () => void) => {
    const strip = panel.current?.previousElementSibling;
    const stopsAt = strip ? Number.parseFloat(getComputedStyle(strip).top) + strip.clientHeight : 0;
    const top = (panel.current?.offsetTop ?? 0) - stopsAt;
    const isPast = window.scrollY > top;
    flushSync(change);
    if (isPast) window.scrollTo({ top, behavior: 'instant' });
  };
  const choose = (next: Choice) => keepInView(() => setChoice(next));
  /** Shows a category, and its tab has the focus. */
  const goTo = (id: Choice) => {
    keepInView(() => {
      setChoice(id);
      setQuery(undefined);
    });
    document.getElementById(tabId(id))?.focus({ preventScroll: true });
  };

  const isAll = choice === 'all' || isSearching;
  const shown = fitting.filter((section) => (isAll ? section.items.length > 0 : section.id === choice));
  /** The dishes of which the filter is asked. */
  const scope = useMemo(
    () => found.flatMap(({ id, items }) => (isAll || id === choice ? items : [])),
    [found, isAll, choice],
  );
  const undeclared = useMemo(() => sifted && undeclaredSection(scope, sifted, say('undeclared')), [scope, sifted, say]);
  const choices = useMemo(() => choicesOf(menu, facts, filter), [menu, facts, filter]);
  const hasFilter = choices.diets.length + choices.allergens.length > 0;
  const soldOut = menu.items.filter((item) => !item.isAvailable).length;
  const next = isAll ? undefined : nextOf(fitting, choice);
  const dayparts = useContext(DaypartsContext);
  const favorites = useMemo(
    () => (look.favorites ? favoritesOf(fitting, dayparts) : []),
    [look.favorites, fitting, dayparts],
  );
  const sizes = look.layout === 'cards' ? CARD_SIZES : undefined;
  // The favorites stand before them.
  const first = favorites.length > 0 ? '' : firstPictures(sections).join(' ');
  const pictures = useMemo(
    () => ({ first: first.split(' ').map(Number), sizes, isGrid: false, open }),
    [first, sizes, open],
  );
  return (
    <SharedFactsContext value={facts}>
      <FilterContext value={sifted}>
        <PicturesContext value={pictures}>
          {!isEmpty && (
            <CategoryTabs
              categories={menu.categories}
              choice={choice}
              onChoose={choose}
              panelId={PANEL}
              lang={lang}
              end={
                <>
                  {hasFilter && (
                    <FilterButton ref={filterButton} onOpen={() => setFilterOpen(true)} isOn={sifted !== undefined} />
                  )}
                  <SearchButton onOpen={() => setQuery('')} focused={query === null} />
                </>
              }
              below={
                hasFilter && (
                  <FilterLine
                    filtered={sifted}
                    items={scope}
                    onChoose={(next) => {
                      keepInView(() => setFilter(next));
                      // The button that was pressed is gone. A search covers the other one.
                      if (!isSearching) filterButton.current?.focus({ preventScroll: true });
                    }}
                  />
                )
              }
              cover={
                isSearching && (
                  <SearchBar
                    query={query}
                    onQuery={(value) => keepInView(() => setQuery(value))}
                    onClose={() => keepInView(() => setQuery(null))}
                    panelId={PANEL}
                  />
                )
              }
            />
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the picture or the name of a dish is a link */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the same */}
          <div
            ref={panel}
            id={PANEL}
            data-filtered={sifted && ''}
            {...(!isEmpty && { role: 'tabpanel', 'aria-labelledby': tabId(choice) })}
            onClick={onTap}
            className="mx-auto min-h-[calc(100dvh-5.75rem)] max-w-5xl px-5 pb-14 sm:px-8 print:min-h-0 print:max-w-none print:columns-2 print:gap-10 print:px-0 print:pb-0"
          >
            {(isSearching || (hidesSoldOut && soldOut > 0)) && (
              <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 pt-3 print:hidden">
                <p {...own} role="status" className="min-w-0 text-sm text-ink-muted wrap-anywhere">
                  {!isSearching
                    ? say('soldOutHidden', { count: soldOut })
                    : scope.length > 0 && shown.length === 0 && !undeclared
                      ? say('noneFit')
                      : resultsOf(undeclared ? [...shown, undeclared] : shown, words.trim(), page)}
                </p>
                {soldOut > 0 && (
                  <label {...own} className="flex min-h-11 items-center gap-2.5 text-sm font-semibold">
                    <input
                      type="checkbox"
                      checked={hidesSoldOut}
                      onChange={(event) => setHidesSoldOut(event.target.checked)}
                      className="size-4.5 accent-(--menu-accent)"
                    />
                    {say('hideSoldOut')}
                  </label>
                )}
              </div>
            )}
            {isSearching && (
              <NamedFilters
                filters={filtersNamed(words, choices, page)}
                onChoose={(next) =>
                  keepInView(() => {
                    setFilter(withFilter(filter, next));
                    setQuery(null);
                  })
                }
              />
            )}
            {sifted && <FilterNote filter={filter} />}
            {choice === 'all' && !isSearching && favorites.length > 0 && <Favorites items={favorites} lang={lang} />}
            {shown.map((section) => (
              // Each boundary hydrates by itself, so that a large menu never blocks the phone for long.
              <Suspense key={section.id}>
                <Section section={section} isOpen={!isAll || isSearching || printing} {...{ linked, changed, lang }} />
              </Suspense>
            ))}
            {sifted && !isSearching && shown.every(({ items }) => items.length === 0) && (
              <p {...own} className="py-10 text-center text-ink-muted">
                {say('noneFit')}
              </p>
            )}
            {undeclared && (
              <Section section={undeclared} isOpen={!isAll || isSearching} {...{ linked, changed, lang }} />
            )}
            <SharedChoices lang={lang} />
            <AllergenLegend menu={menu} />
            {!isEmpty && declares !== 'allergens' && (
              <p {...own} className="pt-8 text-sm text-ink-muted print:pt-4 print:text-xs">
                {say(declares === 'diets' ? 'allergensUndeclared' : 'nothingDeclared')}
              </p>
            )}
            {isEmpty && (
              <p {...own} className="py-16 text-center text-ink-muted">
                {say('comingSoon')}
              </p>
            )}
            {isSearching && shown.length === 0 && !undeclared && (
              <div className="flex flex-wrap justify-center gap-3 py-10">
                {sections
                  .filter(({ items }) => items.some(isShown))
                  .slice(0, OFFERED_MAX)
                  .map(
                    ({ id, name, untranslated }) =>
                      id !== null && (
                        <button
                          key={id}
                          type="button"
                          className={cn(buttonClass('secondary'), 'max-w-full')}
                          onClick={() => goTo(id)}
                        >
                          <bdi lang={nameLang({ name, untranslated }, base, lang)} className="truncate">
                            {name}
                          </bdi>
                        </button>
                      ),
                  )}
                <button
                  {...own}
                  type="button"
                  className={buttonClass('ghost')}
                  onClick={() => {
                    setHidesSoldOut(false);
                    goTo('all');
                  }}
                >
                  {say('showAll')}
                </button>
              </div>
            )}
            {next && (
              <p className="flex justify-center pt-8">
                <button type="button" {...own} className={buttonClass('secondary')} onClick={() => goTo(next.id)}>
                  <span className="truncate">
                    {fill('next', { name: <bdi lang={nameLang(next, base, lang)}>{next.name}</bdi> })}
                  </span>
                  <ArrowRight aria-hidden className="rtl:-scale-x-100" />
                </button>
              </p>
            )}
          </div>
          {dish && <DishSheet key={dish.id} item={dish} lang={lang} onClose={onClosed} />}
          {isFilterOpen && (
            <FilterSheet
              {...{ filter, choices }}
              filtered={sifted}
              items={scope}
              onChoose={setFilter}
              onClose={() => setFilterOpen(false)}
            />
          )}
        </PicturesContext>
      </FilterContext>
    </SharedFactsContext>
  );
});

/** The ids of the dishes whose pictures guests see first. */
const firstPictures = ([section]: readonly MenuSection[]): number[] =>
  (section?.items ?? [])
    .filter(({ image }) => image && pictureAt(image))
    .slice(0, FIRST_PICTURES)
    .map(({ id }) => id);

/** The width of a dish's picture in the layout with large ones, as in ui/look.css. */
const CARD_SIZES = '(width >= 40rem) 20rem, 92vw';

/** The width of a dish's picture in a grid of them. */
const GRID_SIZES = '(width >= 40rem) 16rem, 46vw';

/** How many categories are offered to who found nothing. */
const OFFERED_MAX = 12;

const isAny = () => true;
const isAvailable = (item: ShownItem) => item.isAvailable;

/** `sections` with only the items of these verdicts; the same ones where no filter is on. */
function withVerdicts(
  sections: readonly MenuSection[],
  sifted: Filtered | undefined,
  verdicts: readonly (Verdict | undefined)[],
): readonly MenuSection[] {
  if (!sifted) return sections;
  return sections.map((section) => ({
    ...section,
    items: section.items.filter(({ id }) => verdicts.includes(sifted.verdicts.get(id))),
  }));
}

/** The items about which nobody can tell, in a section of their own; undefined where there are none. */
function undeclaredSection(items: readonly ShownItem[], sifted: Filtered, name: string): MenuSection | undefined {
  const section: MenuSection = { id: UNDECLARED, name, description: null, items: [...items] };
  const [undeclared] = withVerdicts([section], sifted, ['unknown']);
  return undeclared && undeclared.items.length > 0 ? undeclared : undefined;
}

/** No category has this id. */
const UNDECLARED = -1;

/** `filter` with the wishes of `more`. */
const withFilter = (filter: Filter, more: Filter): Filter => ({
  ...filter,
  allergens: [...new Set([...filter.allergens, ...more.allergens])],
  diets: [...new Set([...filter.diets, ...more.diets])],
});

/** The results of a search for `query` in words, which say back what has none. */
function resultsOf(sections: readonly MenuSection[], query: string, { say, fill }: PageWords): ReactNode {
  const count = sections.reduce((sum, { items }) => sum + items.length, 0);
  if (count > 0) return say('dishes', { count });
  return query === '' ? say('noDishes') : fill('noneFor', { query: <bdi>{query}</bdi> });
}

/** The category with items after the category `id`. */
function nextOf(sections: readonly MenuSection[], id: Choice): (MenuSection & { id: number }) | undefined {
  const at = sections.findIndex((section) => section.id === id);
  const next = sections.slice(at + 1).find(({ items }) => items.length > 0);
  return next && next.id !== null ? { ...next, id: next.id } : undefined;
}

interface SectionProps {
  section: MenuSection;
  /** Whether what is not served now is unfolded. */
  isOpen: boolean;
  linked: number | undefined;
  changed: ReadonlySet<number>;
  lang: string | undefined;
}

const Section = memo(function Section({ section, isOpen, linked, changed, lang }: SectionProps) {
  const { say, own, part, text, base } = usePageWords();
  const { served, resting } = servedNow(section.items, useContext(DaypartsContext));
  const around = useContext(PicturesContext);
  const isSifted = useContext(FilterContext) !== undefined;
  const isGrid = section.layout === 'grid';
  const pictures = useMemo(() => (isGrid ? { ...around, sizes: GRID_SIZES, isGrid } : around), [isGrid, around]);
  const id = sectionId(section.id);
  const hasLetter = section.items.some(({ image }) => image);
  const list = (items: readonly ShownItem[]) => (
    <ul className="menu-list grid gap-x-14 md:grid-cols-2 print:block">
      {items.map((item) => (
        <ItemCard
          key={item.id}
          item={item}
          hasLetter={hasLetter}
          marked={item.id === linked || changed.has(item.id)}
          lang={lang}
        />
      ))}
    </ul>
  );
  return (
    <section
      id={id}
      aria-labelledby={`${id}-name`}
      style={{ '--dishes': section.items.length } as CSSProperties}
      className={cn('menu-section', isGrid && 'menu-grid')}
    >
      <div {...part} className="section-head flex flex-col gap-1 print:break-inside-avoid print:break-after-avoid">
        <h2
          id={`${id}-name`}
          {...text}
          lang={section.id === null || section.id === UNDECLARED ? own.lang : nameLang(section, base, lang)}
          className={cn('display text-2xl break-keep wrap-anywhere', section.name.length > 28 && 'long-name')}
        >
          {section.name}
        </h2>
        {section.description && (
          <p
            {...text}
            lang={descriptionLang(section, base)}
            className="max-w-prose text-sm text-ink-muted wrap-anywhere sm:text-base"
          >
            {section.description}
          </p>
        )}
        <div aria-hidden className="menu-rule mt-2 text-(--menu-accent)" />
      </div>
      {section.items.length === 0 && !isSifted && (
        <p {...own} className="py-8 text-ink-muted">
          {say('emptyCategory')}
        </p>
      )}
      <PicturesContext value={pictures}>
        {served.length > 0 && list(served)}
        {resting.map(({ dayparts, items }) => (
          <details key={items[0]?.id} open={isOpen} className="border-b border-line">
            <summary className="min-h-11 cursor-pointer py-3 text-sm text-ink-muted print:min-h-0 print:list-none print:pb-0">
              {dayparts.map(({ name, lang: nameLang }, index) => (
                <Fragment key={name}>
                  {index > 0 && <span>, </span>}
                  <bdi lang={nameLang} className="font-semibold text-ink">
                    {name}
                  </bdi>
                </Fragment>
              ))}
              <span {...own} className="print:hidden">
                {` · ${dayparts[0]?.when ?? say('notNow')}`}
              </span>
            </summary>
            {list(items)}
          </details>
        ))}
      </PicturesContext>
    </section>
  );
});

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
