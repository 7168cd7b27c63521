interface Entry {
  id: number;
}

/**
 * `list` with the entries of `ids` placed, in that order, into the positions that these entries hold. All others stay in
 * place, and unknown ids are ignored. Same as on the server.
 */
export function inOrder<Row extends Entry>(list: readonly Row[], ids: readonly number[]): Row[] {
  const byId = new Map(list.map((row) => [row.id, row]));
  const named = ids.flatMap((id) => byId.get(id) ?? []);
  const places = new Set(named);
  let next = 0;
  return list.map((row) => (places.has(row) ? (named[next++] ?? row) : row));
}

/** For two orders of the same ids: the part of `after` from the first difference to the last. */
export function changedPart(before: readonly number[], after: readonly number[]): number[] {
  const differs = (id: number, place: number) => id !== before[place];
  return after.slice(after.findIndex(differs), after.findLastIndex(differs) + 1);
}
