import { type Address, baseOf } from './route.ts';

/** The most menus kept on a device. */
export const MOST_KEPT = 20;

/** A menu kept on the device, with the files its page needs. */
interface KeptMenu {
  /** The menu's address: its slug, and the language of a page that has one. */
  slug: Address;
  assets: string[];
}

/** The menus on the device, most recently read first. */
export type KeptList = readonly KeptMenu[];

/**
 * The list after a menu was read; `assets`, if known, replace the old ones. A menu stays in its base language and in the
 * other one that was read last.
 */
export function withRead(list: KeptList, slug: Address, assets?: readonly string[]): KeptList {
  const before = list.find((one) => one.slug === slug);
  const read = { slug, assets: [...new Set(assets ?? before?.assets)] };
  const isReplaced = (one: KeptMenu) =>
    one === before || (isTranslated(slug) && isTranslated(one.slug) && baseOf(one.slug) === baseOf(slug));
  return [read, ...list.filter((one) => !isReplaced(one))].slice(0, MOST_KEPT);
}

const isTranslated = (address: Address) => baseOf(address) !== address;

/** The list without a menu in one language; without all of it if that is the base language. */
export const without = (list: KeptList, address: Address): KeptList =>
  list.filter(({ slug }) => slug !== address && baseOf(slug) !== address);

/** The files of a refetched page: the known ones, unless it now names a file that is not among them. */
export function assetsAfter(list: KeptList, slug: Address, named: readonly string[]): readonly string[] {
  const before = list.find((one) => one.slug === slug)?.assets ?? [];
  return named.every((path) => before.includes(path)) ? before : named;
}
