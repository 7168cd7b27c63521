/** The most menus kept on a device. */
export const MOST_KEPT = 20;

/** A menu kept on the device, with the files its page needs. */
export interface KeptMenu {
  slug: string;
  assets: string[];
}

/** The menus on the device, most recently read first. */
export type KeptList = readonly KeptMenu[];

/** The list after a menu was read; `assets`, if known, replace the old ones. */
export function withRead(list: KeptList, slug: string, assets?: readonly string[]): KeptList {
  const before = list.find((one) => one.slug === slug);
  const read = { slug, assets: [...new Set(assets ?? before?.assets)] };
  return [read, ...list.filter((one) => one !== before)].slice(0, MOST_KEPT);
}

/** The list without a menu. */
export const without = (list: KeptList, slug: string): KeptList => list.filter((one) => one.slug !== slug);

/** The files of a refetched page: the known ones, unless it now names a file that is not among them. */
export function assetsAfter(list: KeptList, slug: string, named: readonly string[]): readonly string[] {
  const before = list.find((one) => one.slug === slug)?.assets ?? [];
  return named.every((path) => before.includes(path)) ? before : named;
}
