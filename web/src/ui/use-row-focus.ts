import { useCallback, useLayoutEffect, useRef } from 'react';

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled)';

/**
 * Keeps the place in a list when one of its rows leaves it: focus goes to the last control of the next row, or to the first one if
 * `which` says so, and to that of the row before if there is no next one. Give each row `data-row={id}`, and call the returned
 * function with the id before the row leaves.
 */
export function useRowFocus(which: 'first' | 'last' = 'last'): (id: string | number) => void {
  const leaving = useRef<{ row: Element; neighbors: Element[] }>(undefined);

  // After every render: the row may leave in any of them.
  useLayoutEffect(() => {
    if (!leaving.current || leaving.current.row.isConnected) return;
    const neighbor = leaving.current.neighbors.find((row) => row.isConnected);
    leaving.current = undefined;
    if (!isFocusLost()) return;
    const control = neighbor && [...neighbor.querySelectorAll<HTMLElement>(CONTROLS)].at(which === 'first' ? 0 : -1);
    (control ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  });

  return useCallback((id) => {
    const rows = [...document.querySelectorAll('main [data-row]')];
    const place = rows.findIndex((row) => row.getAttribute('data-row') === String(id));
    const row = rows[place];
    leaving.current = row && { row, neighbors: [...rows.slice(place + 1), ...rows.slice(0, place).reverse()] };
  }, []);
}

/** Whether nothing has focus, or only the question that is closing. Otherwise the user has moved on. */
function isFocusLost(): boolean {
  const active = document.activeElement;
  return !active || active === document.body || active.closest('[role=alertdialog]') !== null;
}
