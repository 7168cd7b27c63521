import { COURSE_COUNT, COURSES, SET_MENUS } from './menu-words.ts';
import type { DishLine, MenuLine } from './read-line.ts';
import { isCapitals } from './text-shape.ts';

const NAMED_MENU = new RegExp(String.raw`(?<!\p{L})(?:${SET_MENUS})(?!\p{L})`, 'iu');
/** A meal has no more lines. */
const MEAL_MAX = 60;
/** What is paid on top of the meal: "(+ £6.50)". */
const ON_TOP = /\+ ?\p{Sc}? ?\d/u;

/** Lines in which a set menu is one dish, described by its courses. Their lines are blank. */
export function joinSetMenus(lines: readonly MenuLine[]): MenuLine[] {
  const joined = [...lines];
  for (const [index, line] of lines.entries()) {
    const dish = joined[index];
    if (line.kind !== 'dish' || dish?.kind !== 'dish' || dish.isSurcharged) continue;
    if (COURSE_COUNT.test(line.text)) joinAbove(joined, index, dish) || joinBelow(joined, index, dish);
    else if (NAMED_MENU.test(dish.name)) joinBelow(joined, index, dish);
  }
  return joined;
}

/** "MENU DU JOUR 29 €", then its courses. */
function joinBelow(lines: MenuLine[], index: number, dish: DishLine): boolean {
  let end = index + 1;
  while (end < lines.length && end - index < MEAL_MAX && isOfMeal(lines[end])) end++;
  // What stands above the next dish is its heading.
  if (lines[end]?.kind === 'dish' || lines[end]?.kind === 'prices') end = beforeHeading(lines, index + 1, end);
  return join(lines, index + 1, end, (courses) => {
    lines[index] = { ...dish, description: described([dish.description, ...courses]) };
  });
}

/** "£42.00 for three courses", below its courses and their heading. */
function joinAbove(lines: MenuLine[], index: number, dish: DishLine): boolean {
  let start = index;
  while (start > 0 && index - start < MEAL_MAX && isOfMeal(lines[start - 1])) start--;
  while (start < index && lines[start]?.kind === 'blank') start++;
  const title = lines[start];
  const isTitled = title !== undefined && 'text' in title && NAMED_MENU.test(title.text);
  return join(lines, isTitled ? start + 1 : start, index, (courses) => {
    const name = isTitled ? title.text : dish.text;
    lines[index] = { ...dish, name, description: described([...courses, isTitled ? dish.text : null]) };
    if (isTitled) lines[start] = { kind: 'blank' };
  });
}

/** Takes the courses from `start` to `end`, if they are some. */
function join(lines: MenuLine[], start: number, end: number, take: (courses: readonly string[]) => void): boolean {
  const meal = lines.slice(start, end);
  const courses = meal.flatMap((line) => ('text' in line ? [line.text] : []));
  const isMeal = meal.some((line) => 'text' in line && (COURSES.test(line.text) || isOnTop(line)));
  if (!isMeal || courses.length < 2) return false;
  take(courses);
  lines.fill({ kind: 'blank' }, start, end);
  return true;
}

const isOnTop = (line: MenuLine) =>
  ('isSurcharged' in line && line.isSurcharged) || ('text' in line && ON_TOP.test(line.text));

const isOfMeal = (line: MenuLine | undefined): boolean =>
  line?.kind === 'blank' ||
  line?.kind === 'text' ||
  line?.kind === 'heading' ||
  (line?.kind === 'dish' && line.isSurcharged === true);

/** The place before the paragraph, or else the line in capitals, right above the dish at `end`. */
function beforeHeading(lines: readonly MenuLine[], start: number, end: number): number {
  const blank = lines.slice(start, end).findLastIndex(({ kind }) => kind === 'blank');
  if (blank >= 0) return start + blank;
  const last = lines[end - 1];
  const isHeading = last !== undefined && 'text' in last && (last.kind === 'heading' || isCapitals(last.text));
  return isHeading ? end - 1 : end;
}

const described = (parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ');
