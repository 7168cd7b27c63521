import { createContext } from 'react';

export interface Sorting {
  /** Whether rows can be moved now. */
  enabled: boolean;
  /** The rows' ids in their current order. */
  ids: readonly number[];
  /** Moves a row to a position, counted from 0, and announces it. */
  moveTo: (id: number, place: number) => void;
}

/** What a row knows of its `Sortable`. */
export const SortingContext = createContext<Sorting>({ enabled: false, ids: [], moveTo: () => {} });
