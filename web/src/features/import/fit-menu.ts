import { ORDER_MAX } from '@tavola/contracts/menu.ts';
import type { ReadDish, ReadMenu, ReadSection } from './read-menu.ts';

const DISH = { name: 150, description: 1_000 };
const SECTION = { name: 100, description: 500 };

/** Fits what was read into what a menu can hold: names are cut at a word, and what is left goes to the description, then to the rest. */
export function fitMenu(menu: ReadMenu, cut: number | undefined): ReadMenu {
  const rest = [...menu.rest];
  const fit = ({ line, name, description }: ReadDish | ReadSection, limits: typeof DISH) => {
    const [start, more] = cutAtWord(name ?? '', limits.name);
    const [described, tooMuch] = cutAtWord([more, description].filter(Boolean).join(' '), limits.description);
    if (tooMuch) rest.push({ line: line ?? 0, text: tooMuch });
    return { name: start, description: described || null };
  };
  let room = ORDER_MAX;
  let firstLeftOut: number | undefined;
  const sections = menu.sections.flatMap((section) => {
    const dishes = section.dishes.slice(0, room).map((dish) => ({ ...dish, ...fit(dish, DISH) }));
    firstLeftOut ??= section.dishes[dishes.length]?.line;
    room -= dishes.length;
    if (dishes.length === 0) return [];
    const { name, description } = fit(section, SECTION);
    return [{ ...section, name: name || null, description, dishes }];
  });
  const end = firstLeftOut ?? cut;
  return { ...menu, sections, rest: rest.sort((a, b) => a.line - b.line), ...(end !== undefined && { cut: end }) };
}

/** A text's start of at most `max` characters, and what is left. */
function cutAtWord(text: string, max: number): [string, string] {
  if (text.length <= max) return [text, ''];
  const space = text.lastIndexOf(' ', max);
  const end = space > max / 2 ? space : max - (/[\ud800-\udbff]/.test(text[max - 1] ?? '') ? 1 : 0);
  return [text.slice(0, end).trim(), text.slice(end).trim()];
}
