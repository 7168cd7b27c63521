import type { Look } from './code-look.ts';
import { type Layout, QUIET_ZONE } from './layout.ts';
import { outline } from './outline.ts';

const number = (value: number) => String(Math.round(value * 1000) / 1000);

/** A code as a self-contained SVG: no fonts, nothing to load. */
export function drawSvg(layout: Layout, { foreground, background }: Pick<Look, 'foreground' | 'background'>): string {
  const { width, height, size, isDark, logo, caption } = layout;
  const picture =
    logo &&
    `<image x="${number(logo.x)}" y="${number(logo.y)}" width="${number(logo.width)}" height="${number(logo.height)}" href="data:image/png;base64,${Buffer.from(logo.picture.png).toString('base64')}"/>`;
  return [
    // An initial size: without one, programs open it as small as its number of modules.
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${number(height)}" width="${width * 20}" height="${number(height * 20)}">`,
    `<path fill="${background}" d="M0 0h${width}v${number(height)}h-${width}z"/>`,
    `<path fill="${foreground}" fill-rule="evenodd" shape-rendering="crispEdges" transform="translate(${QUIET_ZONE} ${QUIET_ZONE})" d="${outline(isDark, size)}"/>`,
    picture,
    caption && captionPath(caption, foreground),
    '</svg>',
  ]
    .filter(Boolean)
    .join('\n');
}

/** A caption at its position in a drawing. */
export const captionPath = ({ path, x, y }: NonNullable<Layout['caption']>, color: string): string =>
  `<path fill="${color}" transform="translate(${number(x)} ${number(y)})" d="${path}"/>`;
