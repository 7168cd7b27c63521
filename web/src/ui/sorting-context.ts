import { createContext } from 'react';

export interface Sorting {
  /** Whether rows can be moved now. */
  enabled: boolean;
  /** The rows' ids as they stand. */
  ids: readonly number[];
  /** Moves a row to a place, counted from 0, and says so. */
  moveTo: (id: number, place: number) => void;
}

/** What a row knows of the `Sortable` that it is in. */
export const SortingContext = createContext<Sorting>({ enabled: false, ids: [], moveTo: () => {} });
