import { type Layout, QUIET_ZONE } from './layout.ts';
import type { Look } from './look.ts';
import { outline } from './outline.ts';

const number = (value: number) => String(Math.round(value * 1000) / 1000);

/** A code as a self-contained SVG: no fonts, nothing to load. */
export function drawSvg(layout: Layout, { foreground, background }: Pick<Look, 'foreground' | 'background'>): Buffer {
  const { width, height, size, isDark, logo, caption } = layout;
  const picture =
    logo &&
    `<image x="${number(logo.x)}" y="${number(logo.y)}" width="${number(logo.width)}" height="${number(logo.height)}" href="data:image/png;base64,${Buffer.from(logo.picture.png).toString('base64')}"/>`;
  const parts = [
    // An initial size: without one, programs open it as small as its number of modules.
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${number(height)}" width="${width * 20}" height="${number(height * 20)}">`,
    `<path fill="${background}" shape-rendering="crispEdges" d="M0 0h${width}v${number(height)}h-${width}z"/>`,
    `<path fill="${foreground}" fill-rule="evenodd" shape-rendering="crispEdges" transform="translate(${QUIET_ZONE} ${QUIET_ZONE})" d="${outline(isDark, size)}"/>`,
    picture,
    caption &&
      `<path fill="${foreground}" transform="translate(${number(caption.x)} ${number(caption.y)})" d="${caption.path}"/>`,
    '</svg>',
  ];
  return Buffer.from(parts.filter(Boolean).join('\n'));
}
