import { LANGUAGE_PATTERN } from '@tavola/contracts/rules/languages.ts';
import { languageName } from '../../lib/text/language-name.ts';
import type { OptionGroup } from '../../ui/grouped-select.tsx';

/** Languages that restaurants often write or translate their menus in. */
const COMMON = 'en es fr de it pt zh-Hans ja ko ar'.split(' ');
const MORE =
  `af am az be bg bn bs ca cs cy da el et eu fa fi fil ga gl gu he hi hr hu hy id is ka kk km kn ky lo lt lv mk ml mn mr ms mt
  my nb ne nl pa pl pt-BR ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh-Hant zu`.split(/\s+/);

/** The name of the language `tag` in itself: "français" for `fr`. */
export function ownName(tag: string): string {
  return LANGUAGE_PATTERN.test(tag) ? (new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag) : tag;
}

/** Both names: "French (français)". */
export function bothNames(tag: string): string {
  const [english, own] = [languageName(tag), ownName(tag)];
  return english === own ? english : `${english} (${own})`;
}

/** The languages to choose from, without those in `taken`. */
export function languageGroups(taken: readonly string[] = []): OptionGroup[] {
  const byName = new Intl.Collator('en').compare;
  const options = (tags: readonly string[]) =>
    tags
      .filter((tag) => !taken.includes(tag))
      .map((tag) => ({ value: tag, label: bothNames(tag) }))
      .sort((one, other) => byName(one.label, other.label));
  return [
    { label: 'Common', options: options(COMMON) },
    { label: 'All', options: options(MORE) },
  ];
}
