import type { Languages } from '@tavola/contracts/languages.ts';

/** Most language ranges read of a header; phones send fewer than ten. */
const RANGES_MAX = 32;

/** The ranges of an Accept-Language header that are acceptable, best first. What is no range is left out. */
function rangesOf(header: string): string[] {
  return header
    .split(',', RANGES_MAX)
    .flatMap((part) => {
      const [, range, q = '1'] =
        /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8}){0,4})\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(part) ?? [];
      return range && Number(q) > 0 ? [{ range, q: Number(q) }] : [];
    })
    .toSorted((one, other) => other.q - one.q)
    .map(({ range }) => range);
}

/** `tag` with the script and region that it most likely means: `zh-CN` is `zh-Hans-CN`. */
function maximized(tag: string): string {
  try {
    return new Intl.Locale(tag).maximize().toString();
  } catch {
    return tag;
  }
}

/** `tag`, then shorter and shorter: zh-Hans-CN, zh-Hans, zh. */
const shortened = (tag: string): string[] =>
  tag.split('-').map((_part, at, parts) => parts.slice(0, parts.length - at).join('-'));

/**
 * Which of a menu's languages a guest reads best, by the header Accept-Language (RFC 4647, lookup); the base language if none
 * matches.
 */
export function preferredLanguage({ base, others }: Languages, header: string | undefined): string {
  const tags = [...others, base];
  const byName = new Map(
    [...tags.map((tag) => [maximized(tag), tag]), ...tags.map((tag) => [tag, tag])].map(([name = '', tag = '']) => [
      name.toLowerCase(),
      tag,
    ]),
  );
  for (const range of rangesOf(header ?? '')) {
    for (const name of [...shortened(range), ...shortened(maximized(range))]) {
      const found = byName.get(name.toLowerCase());
      if (found !== undefined) return found;
    }
  }
  return base;
}
