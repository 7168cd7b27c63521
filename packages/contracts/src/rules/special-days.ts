import { dateOf, dayOf, type SpecialDays } from './times.ts';

/** `special` in order of dates, without days that belong to two entries: of several the last one counts. */
export function separateSpecialDays(special: readonly SpecialDays[]): SpecialDays[] {
  const entries = special.map((days) => ({ days, first: dayOf(days.from), end: dayOf(days.to) + 1 }));
  const edges = [...new Set(entries.flatMap(({ first, end }) => [first, end]))].sort((one, other) => one - other);
  const separate: { days: SpecialDays; first: number; end: number }[] = [];
  for (const [index, first] of edges.entries()) {
    const end = edges[index + 1];
    const found = entries.findLast((entry) => entry.first <= first && first < entry.end);
    if (end === undefined || !found) continue;
    const before = separate.at(-1);
    if (before?.days === found.days && before.end === first) before.end = end;
    else separate.push({ days: found.days, first, end });
  }
  return separate.map(({ days, first, end }) => ({ ...days, from: dateOf(first), to: dateOf(end - 1) }));
}
