import { type ComponentProps, type CSSProperties, createContext, use } from 'react';

export interface SortableRow {
  /** For the row itself. */
  row: { ref?: (element: HTMLElement | null) => void; style?: CSSProperties; className?: string };
  /** For the row's `SortHandle`; undefined where rows can't be moved. */
  grip?: Grip;
}

/** The props that make a handle drag its row. */
export interface Grip extends Pick<ComponentProps<'button'>, 'onMouseDown' | 'onTouchStart' | 'onKeyDown'> {
  ref: (element: HTMLElement | null) => void;
  'aria-describedby': string;
  lifted: boolean;
}

interface Sorting {
  /** The ids of the rows that a row can be moved among, with its own, in their current order. */
  idsAround: (id: number) => readonly number[];
  /** Moves a row to a position among them, counted from 0, and announces it. */
  moveTo: (id: number, place: number) => void;
  /** The hook of each row. */
  useRow: (id: number) => SortableRow;
}

const STILL: SortableRow = { row: {} };

/** What a row knows of its `Sortable`; a list without one stands still. */
export const SortingContext = createContext<Sorting>({
  idsAround: () => [],
  moveTo: () => {},
  useRow: () => STILL,
});

/** One row of a list that may be a `Sortable`. */
export function useSortableRow(id: number): SortableRow {
  const { useRow } = use(SortingContext);
  return useRow(id);
}
