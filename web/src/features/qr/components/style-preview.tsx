import type { CodeStyle } from '@tavola/contracts/qr.ts';
import { SPECIMEN_SIDE, specimenPath } from '../specimen.ts';

const QUIET_ZONE = 4;
const SIDE = SPECIMEN_SIDE + 2 * QUIET_ZONE;
const CAPTION_SIZE = SIDE * 0.075;
const CAPTION_LINE = 0.7;
const CAPTION_MARGIN = 3;
const LOGO_SIDE = 7;
const LOGO_MARGIN = 0.5;
const MODULES = specimenPath();

/** About the width of a text in letters of size 1. Those of East Asia are square. */
const widthOf = (text: string) =>
  [...text].reduce((width, letter) => width + ((letter.codePointAt(0) ?? 0) >= 0x2e80 ? 1 : 0.58), 0);

/** A preview of the style before saving: an imitation that can't be scanned. */
export function StylePreview({ foreground, background, logo, caption }: CodeStyle) {
  const words = caption?.trim() ?? '';
  // Shrink the text so that the longest caption fits.
  const letters = Math.min(CAPTION_SIZE, (SIDE - 2 * QUIET_ZONE) / widthOf(words));
  const height = SIDE + (words ? letters * CAPTION_LINE + CAPTION_MARGIN : 0);
  const corner = (SIDE - LOGO_SIDE) / 2;
  return (
    <svg viewBox={`0 0 ${SIDE} ${height}`} role="img" aria-label="Preview of your style" className="w-full">
      <rect width={SIDE} height={height} fill={background} />
      <path
        d={MODULES}
        fill={foreground}
        shapeRendering="crispEdges"
        transform={`translate(${QUIET_ZONE} ${QUIET_ZONE})`}
      />
      {logo && (
        <>
          <rect
            x={corner - LOGO_MARGIN}
            y={corner - LOGO_MARGIN}
            width={LOGO_SIDE + 2 * LOGO_MARGIN}
            height={LOGO_SIDE + 2 * LOGO_MARGIN}
            fill={background}
          />
          <image href={logo} x={corner} y={corner} width={LOGO_SIDE} height={LOGO_SIDE} />
        </>
      )}
      {words && (
        <text
          x={SIDE / 2}
          y={SIDE + letters * CAPTION_LINE}
          textAnchor="middle"
          fill={foreground}
          fontFamily="var(--font-sans)"
          fontWeight="600"
          fontSize={letters}
        >
          {words}
        </text>
      )}
    </svg>
  );
}
