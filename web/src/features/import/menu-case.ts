import type { ReadMenu } from './read-menu.ts';
import { isCapitals } from './text-shape.ts';

/** What was read, with headings in capitals as the menu writes the names of its `categories`. */
export const inMenuCase = (read: ReadMenu, categories: readonly string[]): ReadMenu => {
  const own = categories.filter((name) => !isCapitals(name));
  if (own.length === 0 || own.length < categories.length / 2) return read;
  const isTitled = own.some((name) => /\s\p{Lu}/u.test(name));
  const sections = read.sections.map((section) =>
    section.name && isCapitals(section.name) ? { ...section, name: inSmall(section.name, isTitled) } : section,
  );
  return { ...read, sections };
};

const inSmall = (name: string, isTitled: boolean) =>
  name.replace(/[\p{L}\p{M}'’]+/gu, (word, at: number) => {
    if (isAbbreviation(word)) return word;
    const small = word.toLowerCase();
    return at === 0 || (isTitled && small.length > 3) ? small.replace(/^./u, (first) => first.toUpperCase()) : small;
  });

/** "BBQ", and the "L" of "0,4 L" */
const isAbbreviation = (word: string) => word.length < 4 && !/[AEIOUYÀ-ÖØ-Ý]/.test(word) && /^[A-Z]+$/.test(word);
