import type { MenuItem } from '@tavola/contracts/menu.ts';
import { type Allergen, type AllergenState, stateOf } from '@tavola/contracts/rules/allergens.ts';
import { type KeyboardEvent, type MouseEvent, memo, useRef, useState } from 'react';
import { ALLERGEN_NAMES } from '../../../lib/allergens/allergen-words.ts';
import { type Declaration, declarationOf, withState } from '../../../lib/allergens/declaration.ts';
import type { DeclarationDraft } from '../../../lib/allergens/declaration-draft.ts';
import { Bidi } from '../../../ui/bidi.tsx';
import { cn } from '../../../ui/cn.ts';
import { ErrorLine } from '../../../ui/error-line.tsx';
import type { Dish } from '../filter-dishes.ts';
import { StatusBadge } from './status-badge.tsx';

interface AllergenMatrixProps {
  /** By category, as on the menu. */
  groups: readonly { name: string; dishes: readonly Dish[] }[];
  asked: readonly Allergen[];
  /** What was changed and not declared yet, by dish. */
  drafts: ReadonlyMap<number, DeclarationDraft>;
  /** Why dishes were refused. */
  refused: ReadonlyMap<number, string>;
  onChange: (item: MenuItem, declaration: Declaration) => void;
  onOpen: (item: MenuItem) => void;
}

/** What each state's key is. */
const KEYS: Readonly<Record<string, AllergenState>> = { c: 'c', m: 'm', f: 'f', ' ': 'u' };
/** What a click makes of each state. */
const NEXT: Readonly<Record<AllergenState, AllergenState>> = { u: 'c', c: 'm', m: 'f', f: 'u' };
const SHORT: Readonly<Record<AllergenState, string>> = { c: 'Yes', m: 'May', f: 'Free', u: '–' };
/** The same for who hears it: with what can be read, which voice control goes by. */
const HEARD: Readonly<Record<AllergenState, string>> = {
  c: 'yes, contains',
  m: 'may contain',
  f: 'free from',
  u: 'not declared',
};
const CELL_LOOKS: Readonly<Record<AllergenState, string>> = {
  c: 'bg-tomato-soft text-tomato-ink',
  m: 'bg-saffron-soft text-saffron-ink',
  f: 'bg-brand-soft text-brand-ink',
  u: 'text-ink-faint',
};

/** The column of the dishes' names. */
const NAME = 'name';
type Column = typeof NAME | Allergen;

/** Dishes × allergens: arrows move, c, m and f declare, space takes back. Nothing is sent from here. */
export function AllergenMatrix({ groups, asked, drafts, refused, onChange, onOpen }: AllergenMatrixProps) {
  const table = useRef<HTMLTableElement>(null);
  const dishes = groups.flatMap((group) => group.dishes);
  const columns: readonly Column[] = [NAME, ...asked];
  const [place, setPlace] = useState<{ id: number; column: Column }>();
  // The one cell that Tab reaches.
  const current =
    place && columns.includes(place.column) && dishes.some(({ item }) => item.id === place.id)
      ? place
      : { id: dishes[0]?.item.id, column: asked[0] };

  const cellAt = (row: number, column: number) =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${dishes[row]?.item.id} ${columns[column]}"]`);
  /** The dish of the cell that an event is about, and its allergen, if it is not the name. */
  const subjectOf = (event: { target: EventTarget }) => {
    const [id, name] = (event.target as Element).closest<HTMLElement>('[data-cell]')?.dataset.cell?.split(' ') ?? [];
    const row = dishes.findIndex(({ item }) => String(item.id) === id);
    const column = columns.indexOf(name as Column);
    const dish = dishes[row];
    return dish && column >= 0 ? { row, column, item: dish.item, allergen: asked[column - 1] } : undefined;
  };
  const set = (item: MenuItem, allergen: Allergen, choose: (now: AllergenState) => AllergenState) => {
    const before = drafts.get(item.id)?.declaration ?? declarationOf(item);
    onChange(item, withState(before, allergen, choose(stateOf(before.states, allergen)), asked));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const subject = subjectOf(event);
    if (!subject || event.ctrlKey || event.metaKey || event.altKey) return;
    const { row, column, item, allergen } = subject;
    const state = KEYS[event.key.toLowerCase()];
    const moves: Readonly<Record<string, HTMLElement | null | undefined>> = {
      ArrowUp: cellAt(row - 1, column),
      ArrowDown: cellAt(row + 1, column),
      ArrowLeft: cellAt(row, column - 1),
      ArrowRight: cellAt(row, column + 1),
      Home: cellAt(row, 0),
      End: cellAt(row, asked.length),
    };
    // At a name, space presses its button.
    if (state && !allergen) return;
    if (state && allergen) set(item, allergen, () => state);
    else if (event.key in moves) moves[event.key]?.focus();
    else if (event.key === 'Enter') onOpen(item);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const subject = subjectOf(event);
    if (subject?.allergen) set(subject.item, subject.allergen, (now) => NEXT[now]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of its cells' buttons
    <div
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={(event) => {
        const subject = subjectOf(event);
        if (subject) setPlace({ id: subject.item.id, column: columns[subject.column] as Column });
      }}
    >
      <table ref={table} aria-label="Allergens of dishes" className="w-full border-collapse">
        {/* Below the top bar: who goes down by keys sees which allergen a cell is about. */}
        <thead className="sticky top-16 z-10 bg-surface shadow-[inset_0_-1px_var(--color-line)]">
          <tr className="align-bottom">
            <th scope="col" className="ps-6 pe-3 pb-2 text-start text-sm font-semibold text-ink-muted">
              Dish
            </th>
            {asked.map((allergen) => (
              <th key={allergen} scope="col" className="w-11 pt-3 pb-2 text-sm font-semibold text-ink-muted">
                <span className="inline-block max-h-28 rotate-180 whitespace-nowrap [writing-mode:vertical-rl]">
                  {ALLERGEN_NAMES[allergen]}
                </span>
              </th>
            ))}
            <td className="w-4" />
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.name}>
            <tr className="border-b border-line bg-paper">
              <th scope="rowgroup" colSpan={asked.length + 2} className="py-2 ps-6 pe-4 text-start">
                <Bidi className="display text-lg wrap-anywhere">{group.name}</Bidi>
              </th>
            </tr>
            {group.dishes.map(({ item, status }) => (
              <Row
                key={item.id}
                item={item}
                status={status}
                states={(drafts.get(item.id)?.declaration ?? declarationOf(item)).states}
                isDraft={drafts.has(item.id)}
                refusal={refused.get(item.id)}
                asked={asked}
                current={item.id === current.id ? current.column : undefined}
                onOpen={onOpen}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface RowProps extends Pick<Dish, 'item' | 'status'> {
  states: string;
  isDraft: boolean;
  refusal: string | undefined;
  asked: readonly Allergen[];
  /** The column whose cell Tab reaches, if it is in this row. */
  current: Column | undefined;
  onOpen: (item: MenuItem) => void;
}

const Row = memo(function Row({ item, status, states, isDraft, refusal, asked, current, onOpen }: RowProps) {
  return (
    <tr className={cn('border-b border-line', isDraft && 'bg-saffron-soft/40')}>
      <th scope="row" className="min-w-44 py-1.5 ps-6 pe-3 text-start font-normal">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <button
            type="button"
            data-cell={`${item.id} ${NAME}`}
            tabIndex={current === NAME ? 0 : -1}
            onClick={() => onOpen(item)}
            className="-mx-1.5 scroll-mt-56! rounded-control px-1.5 py-1 text-start font-semibold wrap-anywhere hover:bg-sunken"
          >
            <bdi>{item.name}</bdi>
          </button>
          {status !== 'declared' && <StatusBadge status={status} />}
        </div>
        {refusal && <ErrorLine>{refusal}</ErrorLine>}
      </th>
      {asked.map((allergen) => {
        const state = stateOf(states, allergen);
        return (
          <td key={allergen} className="border-s border-line p-0">
            <button
              type="button"
              data-cell={`${item.id} ${allergen}`}
              tabIndex={allergen === current ? 0 : -1}
              aria-label={`${ALLERGEN_NAMES[allergen]}: ${HEARD[state]}`}
              className={cn(
                'block h-11 w-full min-w-11 scroll-mt-56! text-center text-xs font-semibold select-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-brand',
                CELL_LOOKS[state],
              )}
            >
              {SHORT[state]}
            </button>
          </td>
        );
      })}
      <td className="w-4" />
    </tr>
  );
});

/** What the keys do. */
export function MatrixLegend() {
  const keys = [
    ['c', 'Contains'],
    ['m', 'May contain'],
    ['f', 'Free from'],
    ['space', 'Not declared'],
  ] as const;
  return (
    <dl className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-ink-muted">
      <dt className="sr-only">Arrow keys</dt>
      <dd>Arrow keys move.</dd>
      {keys.map(([key, word]) => (
        <div key={key} className="flex items-center gap-1.5">
          <dt>
            <kbd className="figures inline-flex h-6 min-w-6 items-center justify-center rounded-tag border border-line-strong bg-sunken px-1.5 text-xs font-semibold">
              {key}
            </kbd>
          </dt>
          <dd>{word}</dd>
        </div>
      ))}
    </dl>
  );
}
