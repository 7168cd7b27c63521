import { at, CX, CY, type Drawing, smooth } from './kit.ts';

// What dishes are made of. Each part is drawn at a place, as SVG.

/** A leaf from (`x`, `y`) in the direction `turn` (radians). */
export function leaf(drawing: Drawing, x: number, y: number, turn: number, length: number, color: string, wide = 0.32) {
  const side = (along: number, out: number): [number, number] => [
    x + length * (along * Math.cos(turn) - out * Math.sin(turn)),
    y + length * (along * Math.sin(turn) + out * Math.cos(turn)),
  ];
  const path = smooth([
    side(0, 0),
    side(0.3, wide * 0.85),
    side(0.68, wide * 0.75),
    side(1, 0.02),
    side(0.66, -wide * 0.8),
    side(0.28, -wide * 0.8),
  ]);
  const [tx, ty] = side(0.94, 0);
  return `${drawing.raised(path, color, 5, drawing.lit(0.045, 1.7, { wet: 0.25 }))}<path d="M${x} ${y}L${tx} ${ty}" stroke="#fff" stroke-opacity="0.28" stroke-width="${length * 0.025}"/>`;
}

/** Several leaves around a place. */
export function sprig(drawing: Drawing, x: number, y: number, size: number, color = '#3f7a2b', count = 3): string {
  const turn = drawing.between(0, 6);
  return Array.from({ length: count }, (_, index) =>
    leaf(
      drawing,
      x,
      y,
      turn + index * 2.1 + drawing.between(-0.3, 0.3),
      size * drawing.between(0.8, 1.15),
      color,
      0.36,
    ),
  ).join('');
}

/** Small things scattered over a circle: herbs, crumbs, seeds. */
export function scatter(
  drawing: Drawing,
  count: number,
  radius: number,
  colors: readonly string[],
  size: number,
  more: { flat?: number; height?: number; x?: number; y?: number } = {},
) {
  const { flat = 0.7, height = 2.5, x = CX, y = CY } = more;
  return drawing
    .places(count, radius, x, y)
    .map(([px, py]) => {
      const [dx, dy] = [px + drawing.between(-14, 14), py + drawing.between(-14, 14)];
      return drawing.raised(
        drawing.blob(dx, dy, size * drawing.between(0.6, 1.2), 0.3, 6, flat + drawing.between(-0.2, 0.3)),
        drawing.random.pick(colors),
        height,
      );
    })
    .join('');
}

/** Something round with light on it: a tomato, an egg yolk, a chickpea, a scoop. */
export function ball(
  drawing: Drawing,
  x: number,
  y: number,
  radius: number,
  color: string,
  shine = 0.5,
  grain = 0.05,
): string {
  return `${drawing.raised(drawing.blob(x, y, radius, 0.04, 12), color, radius * 0.35, drawing.lit(grain, 1.6))}<circle cx="${x + radius * 0.2}" cy="${y + radius * 0.24}" r="${radius * 0.78}" fill="none" stroke="#000" stroke-opacity="0.22" stroke-width="${radius * 0.4}" ${drawing.soft(Math.max(2, Math.round(radius * 0.22)))}/>${drawing.rounding(x, y, radius, shine)}`;
}

/** A flat, baked, fried or sliced piece. */
export const piece = (
  drawing: Drawing,
  x: number,
  y: number,
  radius: number,
  color: string,
  more: { uneven?: number; flat?: number; height?: number; grain?: number; depth?: number; wet?: number } = {},
) => {
  const { uneven = 0.14, flat = 0.9, height = 9, grain = 0.04, depth = 4, wet = 0 } = more;
  return drawing.raised(
    drawing.blob(x, y, radius, uneven, 10, flat),
    color,
    height,
    drawing.lit(grain, depth, { wet }),
  );
};

/** Oil or sauce in drops. */
export function drops(drawing: Drawing, count: number, radius: number, color: string, size: number): string {
  return drawing
    .places(count, radius)
    .map(([x, y]) => {
      const r = size * drawing.between(0.4, 1.3);
      return `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.85}" fill="${color}" opacity="0.75"/><ellipse cx="${x - r * 0.3}" cy="${y - r * 0.3}" rx="${r * 0.3}" ry="${r * 0.2}" fill="#fff" opacity="0.8"/>`;
    })
    .join('');
}

/** A nest of `count` strands of `width` pixels. */
export function strands(
  drawing: Drawing,
  count: number,
  width: number,
  colors: readonly string[],
  radius: number,
): string {
  return Array.from({ length: count }, () => {
    const [x, y] = at(drawing.between(0, 6.28), radius * Math.sqrt(drawing.between(0, 0.42)));
    const reach = Math.max(18, (radius - Math.hypot(x - CX, y - CY)) * drawing.between(0.75, 0.98));
    const [from, sweep, flat, lean] = [
      drawing.between(0, 6.28),
      drawing.between(1.6, 4.2),
      drawing.between(0.55, 1),
      drawing.between(0, 180),
    ];
    const points = Array.from({ length: 18 }, (_, index) => {
      const [px, py] = at(from + (index / 17) * sweep, reach * (1 + 0.06 * Math.sin(index)), 0, 0);
      return `${(px).toFixed(1)},${(py * flat).toFixed(1)}`;
    });
    const line = `points="${points.join(' ')}" fill="none" stroke-linecap="round" stroke-linejoin="round"`;
    const color = drawing.random.pick(colors);
    return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${lean.toFixed(0)})"><polyline ${line} stroke="#3a1c05" stroke-opacity="0.4" stroke-width="${width + 5}" transform="translate(3 4)" ${drawing.soft(2)}/><polyline ${line} stroke="${color}" stroke-width="${width}"/><polyline ${line} stroke="#fff" stroke-opacity="0.3" stroke-width="${width * 0.24}" transform="translate(${-width * 0.16} ${-width * 0.2})"/></g>`;
  }).join('');
}

/** Thin shavings, as of cheese or truffle. */
export function shavings(drawing: Drawing, count: number, radius: number, color: string, size: number): string {
  return drawing
    .places(count, radius)
    .map(([x, y]) =>
      drawing.raised(
        drawing.blob(x, y, size * drawing.between(0.6, 1.1), 0.28, 7, drawing.between(0.35, 0.75)),
        color,
        5,
        `transform="rotate(${drawing.between(-80, 80).toFixed(0)} ${x.toFixed(0)} ${y.toFixed(0)})" ${drawing.lit(0.08, 1.5)}`,
      ),
    )
    .join('');
}
