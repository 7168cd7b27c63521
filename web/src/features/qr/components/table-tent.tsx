import '../../../ui/look-fonts.css';
import '../../../ui/look.css';
import type { Tenant } from '@tavola/contracts/auth.ts';
import { LARGE_TEXT_CONTRAST, legibleOn } from '@tavola/contracts/rules/contrast.ts';
import { lookOf } from '@tavola/contracts/rules/look.ts';
import { sheetCaption } from '@tavola/contracts/rules/sheet-caption.ts';
import type { ReactNode } from 'react';
import { cn } from '../../../ui/cn.ts';

type Restaurant = Pick<Tenant, 'name' | 'themeColor' | 'look' | 'languages'>;

interface TableTentProps {
  /** The restaurant, if loaded. */
  restaurant: Restaurant | undefined;
  /** The code's image, if loaded. */
  qrCode: string | undefined;
  /** The style's caption, which is in the image. */
  caption: string | null;
}

const PAPER = '#fffdf9';

/** The card that a print sheet has for a code, on a tablecloth, or a placeholder for it. Decoration. */
export function TableTent({ restaurant, qrCode, caption }: TableTentProps) {
  return (
    <div
      aria-hidden
      className="relative flex min-h-80 items-center justify-center overflow-hidden bg-brand-soft px-6 py-10 text-brand"
    >
      <div className="tablecloth absolute inset-0 opacity-45" />
      <PrintedCard restaurant={restaurant} hasCaption={Boolean(caption)} className="w-56 -rotate-3 shadow-float">
        {qrCode ? (
          <img src={qrCode} alt="" className="max-h-44 w-36 object-contain" />
        ) : (
          <svg viewBox="0 0 21 21" aria-hidden="true" className="size-36 p-1 text-[#b9ad96]">
            <Finder x={0} y={0} />
            <Finder x={14} y={0} />
            <Finder x={0} y={14} />
            <path fill="currentColor" opacity="0.55" d={DOTS} />
          </svg>
        )}
      </PrintedCard>
    </div>
  );
}

interface PrintedCardProps {
  /** The restaurant, if loaded. */
  restaurant: Restaurant | undefined;
  /** Whether the code has a caption of its own, which replaces that of the sheet. */
  hasCaption: boolean;
  className?: string;
  /** The code. */
  children: ReactNode;
}

/** A card as print sheets have it: the restaurant's name in its look, a rule, the code, a caption. */
export function PrintedCard({ restaurant, hasCaption, className, children }: PrintedCardProps) {
  const { template, fonts } = lookOf(restaurant?.look);
  const language = restaurant?.languages?.base;
  return (
    <div
      className={cn(
        'relative flex flex-col items-center gap-4 rounded-card bg-[#fffdf9] px-6 pt-7 pb-6 text-[#221d15]',
        className,
      )}
    >
      <div
        data-template={template}
        data-fonts={fonts}
        className="flex min-h-12 w-full flex-col justify-end gap-3"
        style={restaurant && { color: legibleOn(restaurant.themeColor, PAPER, LARGE_TEXT_CONTRAST) }}
      >
        <div className="menu-head">
          <p
            dir="auto"
            lang={language}
            className="display look-name line-clamp-3 text-center text-[1.5rem] leading-tight wrap-anywhere"
          >
            {restaurant?.name}
          </p>
        </div>
        <div className="menu-rule mx-auto w-full" />
      </div>
      {children}
      {!hasCaption && (
        <p lang={language} className="text-center text-sm text-[#5d5445]">
          {sheetCaption(language)}
        </p>
      )}
    </div>
  );
}

function Finder({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect x="0.5" y="0.5" width="6" height="6" rx="1.4" fill="none" stroke="currentColor" />
      <rect x="2" y="2" width="3" height="3" rx="0.8" fill="currentColor" />
    </g>
  );
}

// Imitates a code; it must not be scannable.
const DOTS = [
  '8 0 10 1 12 0 9 3 11 3 8 5 12 5 10 6 0 8 2 9 4 8 6 9 8 8 10 9 12 8 14 9 16 8 18 9 20 8 1 11 3 12 5 11 7 12 9 11',
  '11 12 13 11 15 12 17 11 19 12 8 14 10 15 12 14 14 15 17 14 19 15 9 17 11 18 13 17 15 18 18 17 20 18 8 20 10 19',
  '12 20 14 20 16 20 19 20',
]
  .join(' ')
  .split(' ')
  .map(Number)
  .reduce((path, value, at, all) => (at % 2 === 0 ? `${path}M${value} ${all[at + 1]}h1v1h-1z` : path), '');
