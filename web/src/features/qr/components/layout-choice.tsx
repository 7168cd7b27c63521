import { Item, Root } from 'radix-ui/toggle-group';
import type { Layout } from '../sheet-plan.ts';

const LAYOUTS: readonly { value: Layout; label: string; detail: string }[] = [
  { value: '1', label: '1 per page', detail: 'Doors, windows' },
  { value: '4', label: '4 per page', detail: 'Cards to cut out' },
  { value: '12', label: '12 per page', detail: 'Stickers' },
  { value: 'tent', label: 'Table tent', detail: 'Fold and stand' },
];

/** What owners call a layout. */
export const layoutLabel = (layout: Layout): string => LAYOUTS.find(({ value }) => value === layout)?.label ?? '';

interface LayoutChoiceProps {
  value: Layout;
  onChange: (value: Layout) => void;
}

/** Chooses the page layout, with a drawing of each. */
export function LayoutChoice({ value, onChange }: LayoutChoiceProps) {
  return (
    <Root
      type="single"
      role="radiogroup"
      aria-label="Layout"
      value={value}
      onValueChange={(next) => next && onChange(next as Layout)}
      className="grid grid-cols-2 gap-2.5 sm:grid-cols-4"
    >
      {LAYOUTS.map((layout) => (
        <Item
          key={layout.value}
          value={layout.value}
          className="flex items-center gap-3 rounded-control border border-line-control bg-surface p-3 text-start transition-colors duration-150 hover:border-ink-faint data-[state=on]:border-brand data-[state=on]:bg-brand-soft data-[state=on]:shadow-[inset_0_0_0_1px_var(--color-brand)] sm:flex-col sm:items-center sm:text-center"
        >
          <PageDrawing layout={layout.value} />
          <span className="flex min-w-0 flex-col">
            <span className="text-sm font-semibold">{layout.label}</span>
            <span className="text-xs text-ink-muted">{layout.detail}</span>
          </span>
        </Item>
      ))}
    </Root>
  );
}

/** The codes on a page of 30 by 42: left, top and side of each. On a tent, the upper code is upside down. */
const PLACES: Record<Layout, readonly (readonly [number, number, number])[]> = {
  '1': [[6, 11, 18]],
  '4': grid(2, 2, 9),
  '12': grid(3, 4, 6),
  tent: [
    [10, 7, 10],
    [10, 25, 10],
  ],
};

function grid(columns: number, rows: number, side: number) {
  const [width, height] = [30 / columns, 42 / rows];
  return Array.from({ length: columns * rows }, (_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    return [(column + 0.5) * width - side / 2, (row + 0.5) * height - side / 2, side] as const;
  });
}

function PageDrawing({ layout }: { layout: Layout }) {
  return (
    <svg viewBox="-1 -1 32 44" aria-hidden="true" className="h-14 shrink-0 text-ink">
      <rect width="30" height="42" rx="1.5" className="fill-[#fffdf9] stroke-line-control" />
      {PLACES[layout].map(([x, y, side], at) => (
        <g
          key={`${x} ${y}`}
          transform={`translate(${x} ${y}) scale(${side / 9})${layout === 'tent' && at === 0 ? ' rotate(180 4.5 4.5)' : ''}`}
          className="text-[#221d15]"
        >
          <path
            d="M0 0h3.6v3.6h-3.6zM5.4 0h3.6v3.6h-3.6zM0 5.4h3.6v3.6h-3.6zM5.4 5.4h1.5v1.5h-1.5zM7.5 7.5h1.5v1.5h-1.5zM7.5 5.4h1.5v1h-1.5zM5.4 7.8h1v1.2h-1z"
            fill="currentColor"
          />
        </g>
      ))}
      {layout === '4' && <path d="M15 0v42M0 21h30" className="stroke-[#b9ad96]" strokeWidth="0.5" />}
      {layout === '12' && (
        <path d="M10 0v42M20 0v42M0 10.5h30M0 21h30M0 31.5h30" className="stroke-[#b9ad96]" strokeWidth="0.5" />
      )}
      {layout === 'tent' && (
        <path d="M0 21h30" className="stroke-[#8f846f]" strokeWidth="0.8" strokeDasharray="2 1.5" />
      )}
    </svg>
  );
}
