import ListFilter from 'lucide-react/icons/list-filter';
import X from 'lucide-react/icons/x';
import { Fragment, type ReactNode, type Ref, useId } from 'react';
import { buttonClass } from '../../../ui/button-class.ts';
import { cn } from '../../../ui/cn.ts';
import { type Filter, type Filtered, filterInWords, NO_FILTER, toggled, verdictsInWords } from '../filter.ts';
import type { ShownItem } from '../shown-menu.ts';
import { usePageWords } from '../words/page-words.ts';
import { DietName } from './diets.tsx';
import { BUTTON } from './search-bar.tsx';
import { Sheet } from './sheet.tsx';

/** The button that opens the filter. */
export function FilterButton({
  ref,
  onOpen,
  isOn,
}: {
  ref: Ref<HTMLButtonElement>;
  onOpen: () => void;
  isOn: boolean;
}) {
  const { say, own } = usePageWords();
  return (
    <button
      {...own}
      ref={ref}
      type="button"
      aria-haspopup="dialog"
      aria-label={say('filterTitle')}
      onClick={onOpen}
      className={cn(BUTTON, isOn && 'text-(--menu-accent)!')}
    >
      <ListFilter aria-hidden className="size-5" />
    </button>
  );
}

interface FilterProps {
  filtered: Filtered | undefined;
  /** The dishes that are counted. */
  items: readonly ShownItem[];
  onChoose: (filter: Filter) => void;
}

/** A line below the tabs while the filter is on: how many dishes fit. A filter that was forgotten would mislead. */
export function FilterLine({ filtered, items, onChoose }: FilterProps) {
  const { say, own } = usePageWords();
  return (
    <div
      {...own}
      className={
        filtered &&
        'mx-auto flex min-h-11 max-w-5xl items-center gap-2 border-t border-line ps-5 pe-2 text-sm sm:ps-8 sm:pe-5'
      }
    >
      {filtered && <ListFilter aria-hidden className="size-4 shrink-0 text-(--menu-accent)" />}
      {/* There before it says something, so that screen readers hear it. */}
      <p role="status" className="min-w-0 flex-1 py-1 leading-snug font-semibold wrap-anywhere">
        {filtered && <Verdicts items={items} filtered={filtered} />}
      </p>
      {filtered && (
        <button type="button" aria-label={say('clearFilter')} onClick={() => onChoose(NO_FILTER)} className={BUTTON}>
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}

/** How many dishes there are of each verdict. A count and its word stay on one line. */
function Verdicts({ filtered, items }: { filtered: Filtered; items: readonly ShownItem[] }) {
  const counts = verdictsInWords(items, filtered, usePageWords());
  return counts.map((count, index) => (
    <Fragment key={count}>
      {index > 0 && ' '}
      <span className="inline-block">{index < counts.length - 1 ? `${count} ·` : count}</span>
    </Fragment>
  ));
}

/** Above the dishes: by what they are filtered, and what that is worth. */
export function FilterNote({ filter }: { filter: Filter }) {
  const page = usePageWords();
  const { say, own } = page;
  return (
    <div {...own} className="flex max-w-prose flex-col gap-1 pt-4 text-sm text-ink-muted print:hidden">
      <p className="font-semibold text-ink first-letter:uppercase">{filterInWords(filter, page)}</p>
      <p>{say('declaredCaution')}</p>
    </div>
  );
}

interface FilterSheetProps extends FilterProps {
  filter: Filter;
  /** What can be chosen. */
  choices: Pick<Filter, 'allergens' | 'diets'>;
  onClose: () => void;
}

/** The choice of diets and allergens. Each tap counts at once. */
export function FilterSheet({ filter, filtered, items, choices, onChoose, onClose }: FilterSheetProps) {
  const { say, own } = usePageWords();
  const title = useId();
  return (
    <Sheet labelledBy={title} onClose={onClose}>
      {(close) => (
        <div {...own} className="flex flex-col gap-5 px-5 pt-5 sm:px-7">
          <h2 id={title} className="display pe-12 text-2xl">
            {say('filterTitle')}
          </h2>
          {choices.diets.length > 0 && (
            <Chips legend={say('diets')}>
              {choices.diets.map((one) => (
                <Chip
                  key={one}
                  isOn={filter.diets.includes(one)}
                  onToggle={() => onChoose({ ...filter, diets: toggled(filter.diets, one) })}
                >
                  <DietName diet={one} />
                </Chip>
              ))}
            </Chips>
          )}
          {choices.allergens.length > 0 && (
            <>
              <Chips legend={say('without')}>
                {choices.allergens.map((one) => (
                  <Chip
                    key={one}
                    isOn={filter.allergens.includes(one)}
                    onToggle={() => onChoose({ ...filter, allergens: toggled(filter.allergens, one) })}
                  >
                    <span className="inline-block first-letter:uppercase">{say(one)}</span>
                  </Chip>
                ))}
              </Chips>
              <label className="flex min-h-11 items-center gap-2.5 font-semibold">
                <input
                  type="checkbox"
                  checked={filter.traces}
                  onChange={(event) => onChoose({ ...filter, traces: event.target.checked })}
                  className="size-4.5 accent-(--menu-accent)"
                />
                {say('traces')}
              </label>
            </>
          )}
          <p className="text-sm text-ink-muted">{say('declaredCaution')}</p>
          {/* In view while the choices scroll: it is the answer to each tap. */}
          <div className="filter-answer">
            <p role="status" className="min-h-6 leading-snug font-semibold">
              {filtered && <Verdicts items={items} filtered={filtered} />}
            </p>
            <div className="flex flex-wrap gap-3">
              <button
                type="button"
                onClick={close}
                className={cn(
                  buttonClass('primary'),
                  'flex-1 bg-(--menu-accent)! text-(--menu-on-accent)! hover:opacity-90',
                )}
              >
                {say('done')}
              </button>
              <button
                type="button"
                // Not disabled: it would lose the focus when it is pressed.
                aria-disabled={!filtered}
                onClick={() => onChoose(NO_FILTER)}
                className={buttonClass('secondary')}
              >
                {say('clearFilter')}
              </button>
            </div>
          </div>
        </div>
      )}
    </Sheet>
  );
}

function Chips({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2 pt-2">{children}</div>
    </fieldset>
  );
}

function Chip({ isOn, onToggle, children }: { isOn: boolean; onToggle: () => void; children: ReactNode }) {
  return (
    <label className="filter-chip">
      <input type="checkbox" checked={isOn} onChange={onToggle} className="sr-only" />
      {children}
    </label>
  );
}

/** Filters that a search names, such as "vegetarian". */
export function NamedFilters({
  filters,
  onChoose,
}: {
  filters: readonly Filter[];
  onChoose: (filter: Filter) => void;
}) {
  const page = usePageWords();
  const { say, own } = page;
  if (filters.length === 0) return null;
  return (
    <p {...own} className="flex flex-wrap gap-2 pt-2 print:hidden">
      {filters.map((filter) => {
        const name = filterInWords(filter, page);
        return (
          <button key={name} type="button" onClick={() => onChoose(filter)} className={buttonClass('secondary', 'sm')}>
            <ListFilter aria-hidden />
            {say('filterBy', { name })}
          </button>
        );
      })}
    </p>
  );
}
