interface Entry {
  id: number;
}

/**
 * `list` with the entries named by `ids` sharing out, in that order, the places that they hold; the others stay in
 * theirs, and ids that are not in the list are passed over. As the server does it.
 */
export function inOrder<Row extends Entry>(list: readonly Row[], ids: readonly number[]): Row[] {
  const byId = new Map(list.map((row) => [row.id, row]));
  const named = ids.flatMap((id) => byId.get(id) ?? []);
  const places = new Set(named);
  let next = 0;
  return list.map((row) => (places.has(row) ? (named[next++] ?? row) : row));
}

/** The part of `after` that differs from `before`, two orders of the same ids: from the first difference to the last. */
export function changedPart(before: readonly number[], after: readonly number[]): number[] {
  const differs = (id: number, place: number) => id !== before[place];
  return after.slice(after.findIndex(differs), after.findLastIndex(differs) + 1);
}
