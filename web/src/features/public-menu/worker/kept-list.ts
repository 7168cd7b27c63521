/** So many menus are kept on a device. */
export const MOST_KEPT = 20;

/** A menu that is kept on the device, and the files its page is made of. */
export interface KeptMenu {
  slug: string;
  assets: string[];
}

/** The menus on the device, the one that was read last first. */
export type KeptList = readonly KeptMenu[];

/** The list after a menu was read; `assets`, where they are known, replace those of before. */
export function withRead(list: KeptList, slug: string, assets?: readonly string[]): KeptList {
  const before = list.find((one) => one.slug === slug);
  const read = { slug, assets: [...new Set(assets ?? before?.assets)] };
  return [read, ...list.filter((one) => one !== before)].slice(0, MOST_KEPT);
}

/** The list without a menu. */
export const without = (list: KeptList, slug: string): KeptList => list.filter((one) => one.slug !== slug);

/** The files of a page that was read anew: what it had named or loaded before stays, unless it names other files now. */
export function assetsAfter(list: KeptList, slug: string, named: readonly string[]): readonly string[] {
  const before = list.find((one) => one.slug === slug)?.assets ?? [];
  return named.every((path) => before.includes(path)) ? before : named;
}
