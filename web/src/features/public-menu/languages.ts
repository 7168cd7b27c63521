import type { ShownLanguage } from './shown-menu.ts';

/** Languages in their own words, and how a page in another language offers them. */
const NAMES: Readonly<Record<string, readonly [name: string, offer: string]>> = {
  en: ['English', 'Also in English'],
  de: ['Deutsch', 'Auch auf Deutsch'],
  fr: ['Français', 'Aussi en français'],
  es: ['Español', 'También en español'],
  it: ['Italiano', 'Anche in italiano'],
  pt: ['Português', 'Também em português'],
  nl: ['Nederlands', 'Ook in het Nederlands'],
  pl: ['Polski', 'Także po polsku'],
  tr: ['Türkçe', 'Türkçesi de var'],
  ar: ['العربية', 'متاحة بالعربية أيضًا'],
  he: ['עברית', 'גם בעברית'],
  ja: ['日本語', '日本語でもご覧いただけます'],
  'zh-Hans': ['简体中文', '也有简体中文版'],
};

/** The name of a language in itself. */
export function languageName(tag: string): string {
  const known = NAMES[tag]?.[0];
  if (known) return known;
  try {
    const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return tag;
  }
}

/** Offers a language, in itself. */
export const languageOffer = (tag: string): string =>
  NAMES[tag]?.[1] ?? NAMES[tag.split('-')[0] ?? '']?.[1] ?? languageName(tag);

/** All languages of a menu, the base language first. */
export const languagesOf = ({ base, offered }: ShownLanguage): string[] => [...new Set([base, ...offered])];

/** The first of `wanted` that `tags` have: the same tag, or the same language of another region or script. */
export function bestLanguage(wanted: readonly string[], tags: readonly string[]): string | undefined {
  const languageIn = (tag: string) => tag.split('-')[0]?.toLowerCase();
  for (const tag of wanted) {
    const found =
      tags.find((one) => one.toLowerCase() === tag.toLowerCase()) ??
      tags.find((one) => languageIn(one) === languageIn(tag));
    if (found) return found;
  }
  return undefined;
}

const CHOSEN = 'menu-language';

/** The language that the guest chose last, on any menu. */
function chosenLanguage(): string | undefined {
  try {
    return localStorage.getItem(CHOSEN) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers the guest's choice on this device, if it has room for it. */
export function rememberLanguage(tag: string): void {
  try {
    localStorage.setItem(CHOSEN, tag);
  } catch {
    // The choice holds for this page.
  }
}

/** The language to offer: the one chosen last, or at the base language's address one that the device prefers. */
export function offeredLanguage(language: ShownLanguage): string | undefined {
  const tags = languagesOf(language);
  const chosen = bestLanguage([chosenLanguage() ?? ''], tags);
  const preferred = language.tag === language.base ? bestLanguage(navigator.languages, tags) : undefined;
  const best = chosen ?? preferred;
  return best === language.tag ? undefined : best;
}
