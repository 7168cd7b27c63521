import { DEFAULT_THEME_COLOR } from '@tavola/contracts/product.ts';
import { readableOn } from '@tavola/contracts/rules/contrast.ts';
import { Check } from 'lucide-react';

const COLORS = [
  { name: 'Emerald', value: DEFAULT_THEME_COLOR },
  { name: 'Forest', value: '#1f4d3a' },
  { name: 'Oxblood', value: '#8c2f2b' },
  { name: 'Terracotta', value: '#c2562f' },
  { name: 'Saffron', value: '#e0a526' },
  { name: 'Plum', value: '#6b2d5c' },
  { name: 'Harbor', value: '#1d4e79' },
  { name: 'Charcoal', value: '#2b2a28' },
];

/** Suggested colors, for owners who don't know theirs as a number. */
export function ThemeSwatches({ value, onChange }: { value: string; onChange: (color: string) => void }) {
  return (
    <fieldset className="grid max-w-88 grid-cols-8 gap-1.5 sm:gap-2.5">
      <legend className="sr-only">Suggested colors</legend>
      {COLORS.map((color) => {
        const chosen = color.value === value;
        return (
          <button
            key={color.value}
            type="button"
            aria-label={color.name}
            aria-pressed={chosen}
            title={color.name}
            onClick={() => onChange(color.value)}
            className="relative inline-flex aspect-square w-full items-center justify-center rounded-full border border-line-control before:absolute before:-inset-x-1 before:-inset-y-1.5"
            style={{ backgroundColor: color.value, color: readableOn(color.value) }}
          >
            {chosen && <Check aria-hidden strokeWidth={3} className="size-4" />}
          </button>
        );
      })}
    </fieldset>
  );
}
