import type { FontPair, Template } from '@tavola/contracts/rules/look.ts';
import { drawableText, type Face, isIn } from '../drawing/lettering.ts';

/** How a restaurant's look (docs/decisions/0014) shows on its cards. Lengths are shares of a card's shorter side. */
export interface CardDesign {
  name: {
    face: Face;
    /** The largest letters. */
    size: number;
    /** Between letters, as a share of their size. */
    spacing: number;
    isUppercase: boolean;
  };
  /** The rule below the name, as on the menu: its distance, how wide it is as a share of the code, its lines, and the gap between. */
  rule: { from: number; width: number; lines: readonly number[]; gap: number };
}

/** What a template does with the name, and its rule (web/src/ui/look.css). */
const TEMPLATES: Readonly<Record<Template, { size?: number; spacing?: number; rule: CardDesign['rule'] }>> = {
  trattoria: { rule: { from: 0.025, width: 1, lines: [0.007, 0.0032], gap: 0.005 } },
  bistrot: { rule: { from: 0.025, width: 1, lines: [0.0032, 0.0032], gap: 0.006 } },
  counter: { rule: { from: 0.034, width: 1, lines: [0.013], gap: 0 } },
  cafe: { rule: { from: 0.025, width: 1, lines: [], gap: 0 } },
  // Capitals: smaller, with room between them.
  fine: { size: 0.8, spacing: 0.09, rule: { from: 0.04, width: 0.18, lines: [0.0032], gap: 0 } },
};

/** The name's largest letters: those of some faces are small for their size. */
const SIZES: Readonly<Record<FontPair, number>> = {
  classic: 0.11,
  garamond: 0.12,
  elegant: 0.126,
  editorial: 0.106,
  grotesque: 0.112,
  rounded: 0.11,
};

/** A name in letters that the pair does not have. */
const OTHER_LETTERS: CardDesign['name'] = { face: 'text', size: 0.11, spacing: 0, isUppercase: false };

/** The design of the card of a restaurant of this name, with this template and pair of fonts. */
export function cardDesign(name: string, { template, fonts }: { template: Template; fonts: FontPair }): CardDesign {
  const { rule, size = 1, spacing } = TEMPLATES[template];
  if (!isIn(drawableText(name), fonts)) return { rule, name: OTHER_LETTERS };
  const letters = { face: fonts, size: SIZES[fonts] * size, spacing: spacing ?? 0, isUppercase: spacing !== undefined };
  return { rule, name: letters };
}
