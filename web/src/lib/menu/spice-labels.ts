/** How spicy a dish is, in words, by its level. */
export const SPICE_LABELS = ['Mild', 'A little spicy', 'Spicy', 'Very spicy'] as const;
