/** Neighbours in parts: a part goes on with the next one as long as `belongs` says so, which knows the part's last one and its first. */
export function parted<One extends object>(
  all: readonly One[],
  belongs: (next: One, last: One, first: One) => boolean,
): One[][] {
  const parts: One[][] = [];
  for (const next of all) {
    const part = parts.at(-1);
    const [first, last] = [part?.[0], part?.at(-1)];
    if (part && first && last && belongs(next, last, first)) part.push(next);
    else parts.push([next]);
  }
  return parts;
}
