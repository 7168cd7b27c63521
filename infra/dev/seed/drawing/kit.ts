import { type Random, seededRandom } from '../random.ts';

// What the seeds' pictures are drawn with: shapes with light and shadow on them, as SVG.

/** What of a table a picture shows, and the size in which it is kept, in pixels: with all its files, it takes up some 100 KB. */
export interface Frame {
  view: { width: number; height: number };
  kept: { width: number; height: number };
}
const DISH: Frame = { view: { width: 960, height: 720 }, kept: { width: 640, height: 480 } };
/** Three times as wide as high, as a cover is cropped. */
export const COVER: Frame = { view: { width: 2160, height: 720 }, kept: { width: 1026, height: 342 } };
/** The middle of a dish's picture, where the dish is. */
export const [CX, CY] = [DISH.view.width / 2, DISH.view.height / 2];

/** The point at `angle` (radians) and `radius` from the middle, or from (`x`, `y`). */
export const at = (angle: number, radius: number, x = CX, y = CY): [number, number] => [
  x + radius * Math.cos(angle),
  y + radius * Math.sin(angle),
];

const round = (value: number) => Math.round(value * 10) / 10;

/** A closed, smooth path through `points`. */
export function smooth(points: readonly [number, number][]): string {
  const point = (index: number) => points[(index + points.length) % points.length] as [number, number];
  const parts = points.map((_, index) => {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
    const near = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6].map(round);
    const far = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6].map(round);
    return `C${near} ${far} ${to.map(round)}`;
  });
  return `M${point(0).map(round)}${parts.join('')}Z`;
}

/** A picture that is being drawn. Everything random in it comes from its name, so the same name gives the same picture. */
export class Drawing {
  readonly random: Random;
  readonly parts: string[] = [];
  readonly frame: Frame;
  hasTable = false;
  #filters = new Map<string, string>();

  constructor(name: string, frame = DISH) {
    this.frame = frame;
    this.random = seededRandom([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7));
  }

  /** A number between `least` and `most`. */
  between = (least: number, most: number): number => least + this.random.next() * (most - least);

  add(...parts: string[]): void {
    this.parts.push(...parts);
  }

  /** The path of an uneven circle; `uneven` is how far its edge strays, as a part of `radius`. */
  blob(x: number, y: number, radius: number, uneven = 0.12, corners = 10, flat = 1): string {
    const turn = this.between(0, 6);
    return smooth(
      Array.from({ length: corners }, (_, index) => {
        const [px, py] = at(turn + (index / corners) * 2 * Math.PI, radius * (1 + this.between(-uneven, uneven)), 0, 0);
        return [x + px, y + py * flat] as [number, number];
      }),
    );
  }

  /** `count` places within `radius` of (`x`, `y`), spread evenly, not in a pattern. */
  places(count: number, radius: number, x = CX, y = CY): [number, number][] {
    const turn = this.between(0, 6);
    return Array.from({ length: count }, (_, index) =>
      at(
        turn + index * 2.39996 + this.between(-0.2, 0.2),
        radius * Math.sqrt((index + 0.5) / count) * this.between(0.93, 1.05),
        x,
        y,
      ),
    );
  }

  /** A surface with grain under light from the left: `grain` is its frequency, `depth` its height. Gives the filter's reference. */
  lit(grain: string | number, depth: number, { octaves = 3, wet = 0 } = {}): string {
    const key = `lit-${grain}-${depth}-${octaves}-${wet}`.replace(/[ .]/g, '_');
    const shine = `<feSpecularLighting in="noise" surfaceScale="${depth}" specularConstant="${wet}" specularExponent="28" lighting-color="#fff" result="shine"><feDistantLight azimuth="225" elevation="48"/></feSpecularLighting><feComposite in="shine" in2="SourceAlpha" operator="in" result="shine"/><feComposite in="dull" in2="shine" operator="arithmetic" k2="1" k3="1"/>`;
    this.#filters.set(
      key,
      `<filter id="${key}" x="-5%" y="-5%" width="110%" height="110%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="${grain}" numOctaves="${octaves}" seed="${this.random.integer(1, 999)}"/><feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0" result="noise"/><feDiffuseLighting in="noise" surfaceScale="${depth}" diffuseConstant="1.25" lighting-color="#fff" result="light"><feDistantLight azimuth="225" elevation="55"/></feDiffuseLighting><feComposite in="SourceGraphic" in2="light" operator="arithmetic" k1="1" result="all"/><feComposite in="all" in2="SourceAlpha" operator="in" result="dull"/>${wet ? shine : ''}</filter>`,
    );
    return `filter="url(#${key})"`;
  }

  /** The filter for a soft edge of `by` pixels. */
  soft(by: number): string {
    const key = `soft-${by}`.replace('.', '_');
    this.#filters.set(
      key,
      `<filter id="${key}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${by}"/></filter>`,
    );
    return `filter="url(#${key})"`;
  }

  /** A thing that stands `height` pixels above what is below it: its shadow falls to the lower right. */
  raised(path: string, fill: string, height: number, more = ''): string {
    const shadow = `<path d="${path}" transform="translate(${height * 0.6} ${height * 0.8})" fill="#1a0d05" opacity="0.42" ${this.soft(Math.max(1.5, height * 0.55))}/>`;
    return `${shadow}<path d="${path}" fill="${fill}" ${more}/>`;
  }

  /** Light from the upper left and shade at the lower right on a round thing, clipped to nothing: keep `radius` within the thing. */
  rounding(x: number, y: number, radius: number, strength = 0.35): string {
    return `<circle cx="${round(x - radius * 0.28)}" cy="${round(y - radius * 0.3)}" r="${round(radius * 0.42)}" fill="#fff" opacity="${strength}" ${this.soft(Math.max(1, round(radius * 0.2)))}/>`;
  }

  /** The picture as an SVG document. */
  svg(): string {
    const { view, kept } = this.frame;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${kept.width}" height="${kept.height}" viewBox="0 0 ${view.width} ${view.height}"><defs>${[...this.#filters.values()].join('')}<radialGradient id="vignette" cx="0.42" cy="0.4" r="0.78"><stop offset="0.45" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#0d0704" stop-opacity="0.5"/></radialGradient><linearGradient id="window" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff6e0" stop-opacity="0.3"/><stop offset="0.5" stop-color="#fff6e0" stop-opacity="0"/></linearGradient></defs>${this.parts.join('')}<rect width="100%" height="100%" fill="url(#window)"/><rect width="100%" height="100%" fill="url(#vignette)"/></svg>`;
  }
}

/** The tables that dishes stand on. */
export const TABLES = {
  wood: ['#8a5a35', '0.006 0.09', 4],
  dark: ['#3b2a20', '0.008 0.11', 2.5],
  slate: ['#3a3f44', 0.03, 2.5],
  marble: ['#e6e2dc', 0.008, 3],
  linen: ['#cfc4b2', '0.3 0.2', 0.8],
  blue: ['#4f6470', 0.2, 0.8],
  ochre: ['#b98a4a', 0.25, 0.8],
  cloth: ['#28343f', 0.004, 5],
} as const;
export type Table = keyof typeof TABLES;

/** Lays the table, unless there is one: a cover's dishes share it. */
export function table(drawing: Drawing, name: Table): void {
  if (drawing.hasTable) return;
  drawing.hasTable = true;
  const [color, grain, depth] = TABLES[name];
  const { width, height } = drawing.frame.view;
  drawing.add(
    `<rect x="-20" y="-20" width="${width + 40}" height="${height + 40}" fill="${color}" ${drawing.lit(grain, depth)}/>`,
  );
  if (name === 'wood' || name === 'dark') {
    for (const y of [118, 330, 560]) {
      drawing.add(`<rect y="${y}" width="${width}" height="5" fill="#1d0f06" opacity="0.55" ${drawing.soft(1.5)}/>`);
    }
  }
}

const circle = (radius: number, x = CX, y = CY) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;

export { circle };

/** A flat plate of `radius`. */
export function plate(drawing: Drawing, color: string, radius = 325, rim = 0.72): void {
  drawing.add(
    drawing.raised(circle(radius), color, 26),
    `<circle cx="${CX}" cy="${CY}" r="${radius - 3}" fill="none" stroke="#fff" stroke-opacity="0.55" stroke-width="5" ${drawing.soft(2)}/>`,
    `<circle cx="${CX + 5}" cy="${CY + 6}" r="${radius * rim}" fill="none" stroke="#fff" stroke-opacity="0.6" stroke-width="7" ${drawing.soft(3)}/>`,
    `<circle cx="${CX - 2}" cy="${CY - 2}" r="${radius * rim}" fill="none" stroke="#2a1b10" stroke-opacity="0.26" stroke-width="9" ${drawing.soft(5)}/>`,
  );
}

/** A deep bowl of `radius`, filled to the radius that is returned. */
export function bowl(drawing: Drawing, color: string, inside: string, radius = 300): number {
  const inner = radius * 0.88;
  drawing.add(
    drawing.raised(circle(radius), color, 34),
    `<circle cx="${CX}" cy="${CY}" r="${radius - 4}" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="6" ${drawing.soft(2)}/>`,
    `<circle cx="${CX}" cy="${CY}" r="${inner}" fill="${inside}"/>`,
    `<circle cx="${CX - 10}" cy="${CY - 12}" r="${inner - 6}" fill="none" stroke="#1a0e06" stroke-opacity="0.5" stroke-width="26" ${drawing.soft(11)}/>`,
  );
  return inner * 0.93;
}

/** The dark ring that a bowl's wall throws on what is in it. */
export function depthRing(drawing: Drawing, radius: number): void {
  drawing.add(
    `<circle cx="${CX - 7}" cy="${CY - 9}" r="${radius + 3}" fill="none" stroke="#140a04" stroke-opacity="0.5" stroke-width="20" ${drawing.soft(8)}/>`,
  );
}
