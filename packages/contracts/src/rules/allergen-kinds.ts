// No zod here: the screens load this file.

/** The tree nuts that can be named besides. */
export const NUT_KINDS = [
  'almond',
  'hazelnut',
  'walnut',
  'cashew',
  'pecan',
  'brazil-nut',
  'pistachio',
  'macadamia',
] as const;

/** The cereals that are wheat: spelt and kamut are, too. */
export const WHEAT_KINDS = ['wheat', 'spelt', 'kamut'] as const;

/** Whether a cereal is wheat. */
export const isWheat = (kind: string): boolean => (WHEAT_KINDS as readonly string[]).includes(kind);

/** The allergen of which `kind` is one; wheat is a cereal with gluten. */
export const allergenOfKind = (kind: string): 'nuts' | 'gluten' =>
  (NUT_KINDS as readonly string[]).includes(kind) ? 'nuts' : 'gluten';
