/** What guests open: a menu, perhaps in a language, as page or as data, and a printed code. */
const ADDRESS = /^(\/(?:menu|q|api\/public\/menu)\/[a-z0-9-]+)(\/[a-z]{2,3}(?:-[a-z]+)*)?\/?$/i;

/**
 * The address that `path` stands for if letters in it are capitals, as people type addresses and some scanners read codes; undefined if
 * it is in lower case, or no address for guests. A language stays as it is: public-menu knows how it is spelled.
 */
export function lowerCaseAddress(path: string): string | undefined {
  const [, address, lang = ''] = ADDRESS.exec(path) ?? [];
  const lower = address?.toLowerCase();
  return lower === undefined || lower === address ? undefined : lower + lang;
}
