import { at, bowl, CX, CY, circle, type Drawing, depthRing, plate, smooth, type Table, table } from './kit.ts';
import { ball, drops, leaf, piece, scatter, shavings, sprig, strands } from './parts.ts';

// One function for each kind of dish; each gives a picture's parts to the drawing.

/** Draws a picture. */
export type Dish = (drawing: Drawing) => void;

/** `draw` on a table, `zoom` times as large and not quite in the middle, as a hand holds a camera. */
const on =
  (name: Table, zoom: number, draw: Dish): Dish =>
  (drawing) => {
    table(drawing, name);
    const [x, y] = [CX + drawing.between(-26, 26), CY + drawing.between(-18, 18)];
    drawing.add(`<g transform="translate(${x} ${y}) scale(${zoom}) translate(${-CX} ${-CY})">`);
    draw(drawing);
    drawing.add('</g>');
  };

/** A pizza with `toppings` on it, in their order. */
const pizza = ({ sauce = '#b23a1e', cheese = 14, toppings }: { sauce?: string; cheese?: number; toppings: Dish[] }) =>
  on('dark', 1.16, (drawing) => {
    drawing.add(
      drawing.raised(drawing.blob(CX, CY, 330, 0.02, 16), '#d8a35c', 20, drawing.lit(0.02, 7)),
      ...Array.from({ length: 26 }, () => {
        const [x, y] = at(drawing.between(0, 6.28), drawing.between(292, 325));
        return `<path d="${drawing.blob(x, y, drawing.between(8, 26), 0.4, 7)}" fill="#3a1a08" opacity="${drawing.between(0.2, 0.6).toFixed(2)}" ${drawing.soft(5)}/>`;
      }),
      `<path d="${drawing.blob(CX, CY, 276, 0.025, 16)}" fill="${sauce}" ${drawing.lit(0.03, 4, { wet: 0.3 })}/>`,
      `<circle cx="${CX}" cy="${CY}" r="284" fill="none" stroke="#5a2408" stroke-opacity="0.55" stroke-width="12" ${drawing.soft(5)}/>`,
    );
    for (const [x, y] of drawing.places(cheese, 225)) {
      drawing.add(
        `<path d="${drawing.blob(x, y, drawing.between(42, 74), 0.25, 10)}" fill="#f5e3b8" opacity="0.96" ${drawing.lit(0.022, 5, { wet: 0.25 })}/>`,
        `<path d="${drawing.blob(x + 8, y + 6, drawing.between(8, 22), 0.4, 7)}" fill="#b5651d" opacity="0.5" ${drawing.soft(4)}/>`,
      );
    }
    for (const topping of toppings) topping(drawing);
    drawing.add(drops(drawing, 9, 230, '#d8a11a', 8));
  });

/** `draw` at `count` places of the dish. */
const each =
  (count: number, draw: (drawing: Drawing, x: number, y: number) => string, radius = 215): Dish =>
  (drawing) =>
    drawing.add(...drawing.places(count, radius).map(([x, y]) => draw(drawing, x, y)));

const basil = (count = 5) => each(count, (drawing, x, y) => sprig(drawing, x, y, 46, '#3c7a28', 2), 170);
const salami = each(10, (drawing, x, y) =>
  [
    drawing.raised(drawing.blob(x, y, 38, 0.04, 12), '#9c2a1c', 6, drawing.lit(0.09, 3, { wet: 0.35 })),
    ...drawing
      .places(9, 29, x, y)
      .map(
        ([px, py]) => `<circle cx="${px}" cy="${py}" r="${drawing.between(1.5, 3.6)}" fill="#f0b9a0" opacity="0.8"/>`,
      ),
  ].join(''),
);
const mushrooms = each(12, (drawing, x, y) => {
  const turn = drawing.between(0, 360);
  return `<g transform="rotate(${turn} ${x} ${y})">${drawing.raised(`M${x - 30} ${y}q2 -32 30 -32q28 0 30 32q-12 10 -22 2l-1 22q-8 8 -15 0l-1 -22q-10 8 -21 -2Z`, '#dcc8a4', 5, drawing.lit(0.05, 2.5))}<path d="M${x - 24} ${y - 2}q24 -12 48 0" stroke="#6b4a2c" stroke-width="4" fill="none" opacity="0.7"/></g>`;
});
const olives = each(
  10,
  (drawing, x, y) => `${ball(drawing, x, y, 15, '#2b2433', 0.6)}<circle cx="${x}" cy="${y}" r="5" fill="#0d090f"/>`,
);
const ham = each(9, (drawing, x, y) =>
  piece(drawing, x, y, 46, '#d98b86', { uneven: 0.32, flat: 0.6, grain: 0.03, depth: 6, wet: 0.3, height: 7 }),
);
const rocket = each(
  26,
  (drawing, x, y) =>
    leaf(
      drawing,
      x,
      y,
      drawing.between(0, 6.28),
      drawing.between(42, 70),
      drawing.random.pick(['#4f8a2e', '#3f7526', '#6aa03f']),
      0.16,
    ),
  190,
);
const sausage = each(16, (drawing, x, y) =>
  piece(drawing, x, y, drawing.between(16, 26), '#8c5236', { uneven: 0.25, grain: 0.09, depth: 5 }),
);
const greens = each(18, (drawing, x, y) =>
  leaf(
    drawing,
    x,
    y,
    drawing.between(0, 6.28),
    drawing.between(46, 66),
    drawing.random.pick(['#2f5a22', '#3f6f2b']),
    0.24,
  ),
);
const courgette = each(
  9,
  (drawing, x, y) =>
    `${drawing.raised(drawing.blob(x, y, 31, 0.04, 12), '#3c6b2a', 6)}<path d="${drawing.blob(x, y, 26, 0.05, 12)}" fill="#dbe0a2" ${drawing.lit(0.05, 2.5)}/>`,
);
const peppers = each(10, (drawing, x, y) =>
  piece(drawing, x, y, 34, drawing.random.pick(['#c8341f', '#e0a021']), {
    flat: 0.32,
    uneven: 0.2,
    wet: 0.5,
    grain: 0.02,
    depth: 3,
  }),
);
const aubergine = each(
  7,
  (drawing, x, y) =>
    `${drawing.raised(drawing.blob(x, y, 36, 0.06, 12, 0.85), '#3b2038', 6)}<path d="${drawing.blob(x, y, 30, 0.06, 12, 0.85)}" fill="#b98f57" ${drawing.lit(0.06, 4)}/>`,
);
const anchovies = each(8, (drawing, x, y) =>
  piece(drawing, x, y, 42, '#7d5a48', { flat: 0.24, uneven: 0.1, wet: 0.6, grain: 0.06, depth: 2.5 }),
);
const capers = each(16, (drawing, x, y) => ball(drawing, x, y, 7, '#6b7a35', 0.4));
const artichokes = each(
  7,
  (drawing, x, y) =>
    `${leaf(drawing, x, y, drawing.between(0, 6), 58, '#a7a86a', 0.34)}${leaf(drawing, x + 10, y + 6, drawing.between(0, 6), 48, '#c2bd86', 0.34)}`,
);
const garlic = each(12, (drawing, x, y) => piece(drawing, x, y, 11, '#f3e6c3', { flat: 0.6, height: 3, depth: 1.5 }));
const oregano: Dish = (drawing) => drawing.add(scatter(drawing, 90, 250, ['#55642c', '#3f4f22'], 4));
const buffalo = each(
  7,
  (drawing, x, y) =>
    piece(drawing, x, y, drawing.between(44, 58), '#fbf6e8', {
      uneven: 0.2,
      grain: 0.02,
      depth: 6,
      wet: 0.4,
      height: 10,
    }),
  190,
);
const tomatoes = each(
  9,
  (drawing, x, y) =>
    `${ball(drawing, x, y, 24, '#c2301c', 0.55)}<path d="${drawing.blob(x, y, 14, 0.2, 8)}" fill="#e0603c" opacity="0.8" ${drawing.soft(2)}/>`,
);
const blueCheese = each(
  12,
  (drawing, x, y) =>
    `${piece(drawing, x, y, 22, '#eceadb', { uneven: 0.3, depth: 4 })}<path d="${drawing.blob(x, y, 9, 0.4, 7)}" fill="#557080" opacity="0.7" ${drawing.soft(2)}/>`,
);

/** Pasta in a deep plate. */
const pasta = (color: string, fill: Dish, onTable: Table = 'linen') =>
  on(onTable, 1.32, (drawing) => {
    plate(drawing, color, 330, 0.7);
    fill(drawing);
  });
const NOODLE = ['#e9c46c', '#e2b957', '#efcf80', '#dcae4e'];
const noodles =
  (count: number, width: number, colors = NOODLE, radius = 205): Dish =>
  (drawing) =>
    drawing.add(strands(drawing, count, width, colors, radius));
const meatSauce =
  (color = '#7a2f17'): Dish =>
  (drawing) => {
    drawing.add(
      `<path d="${drawing.blob(CX, CY, 112, 0.16, 12)}" fill="${color}" opacity="0.9" ${drawing.lit(0.05, 7, { wet: 0.35 })}/>`,
    );
    drawing.add(
      ...drawing.places(46, 128).map(([x, y]) =>
        piece(drawing, x, y, drawing.between(9, 20), drawing.random.pick([color, '#8f4322', '#63260f']), {
          uneven: 0.3,
          grain: 0.08,
          depth: 5,
          height: 5,
        }),
      ),
    );
  };
const cheese =
  (count = 22): Dish =>
  (drawing) =>
    drawing.add(shavings(drawing, count, 150, '#f8ecc9', 17));
const centre =
  (count = 1): Dish =>
  (drawing) =>
    drawing.add(...drawing.places(count, 40).map(([x, y]) => sprig(drawing, x, y, 58, '#3c7a28', 4)));
const sauceBed =
  (color: string, radius = 205): Dish =>
  (drawing) =>
    drawing.add(drawing.raised(drawing.blob(CX, CY, radius, 0.05, 14), color, 5, drawing.lit(0.03, 5, { wet: 0.4 })));
const speckle =
  (colors: string[], count = 120, size = 3.5, radius = 190): Dish =>
  (drawing) =>
    drawing.add(scatter(drawing, count, radius, colors, size));
const ravioli = each(
  11,
  (drawing, x, y) => {
    const turn = drawing.between(0, 90);
    return `<g transform="rotate(${turn} ${x} ${y})">${drawing.raised(
      smooth([
        [x - 50, y - 46],
        [x, y - 51],
        [x + 50, y - 46],
        [x + 54, y],
        [x + 50, y + 46],
        [x, y + 51],
        [x - 50, y + 46],
        [x - 54, y],
      ]),
      '#ecd28b',
      10,
      drawing.lit(0.02, 3, { wet: 0.25 }),
    )}<ellipse cx="${x}" cy="${y}" rx="29" ry="27" fill="#f6e2a6" stroke="#a87f36" stroke-opacity="0.45" stroke-width="5" ${drawing.soft(3)}/></g>`;
  },
  165,
);
const ears = each(
  58,
  (drawing, x, y) =>
    `${piece(drawing, x, y, 25, '#e8c77d', { flat: 0.78, uneven: 0.06, grain: 0.06, depth: 2 })}<ellipse cx="${x + 2}" cy="${y + 2}" rx="12" ry="8" fill="#8d6526" opacity="0.55" ${drawing.soft(3)}/>`,
  185,
);
const florets = each(
  22,
  (drawing, x, y) =>
    drawing
      .places(6, 13, x, y)
      .map(([px, py]) => ball(drawing, px, py, 9, drawing.random.pick(['#3f6a24', '#54802f']), 0.2, 0.2))
      .join(''),
  165,
);
const gnocchi = each(
  34,
  (drawing, x, y) =>
    `${piece(drawing, x, y, 34, '#f0dfb0', { flat: 0.68, uneven: 0.06, grain: 0.05, depth: 2.5 })}${[-12, 0, 12].map((by) => `<path d="M${x + by} ${y - 16}q4 16 0 32" stroke="#a8884a" stroke-opacity="0.4" stroke-width="3" fill="none"/>`).join('')}`,
  172,
);
const clams = each(
  13,
  (drawing, x, y) => {
    const turn = drawing.between(0, 360);
    const ribs = [-26, -14, 0, 14, 26].map(
      (by) =>
        `<path d="M${x} ${y + 26}Q${x + by * 0.8} ${y} ${x + by} ${y - 24}" stroke="#6b5a4a" stroke-opacity="0.5" stroke-width="2.5" fill="none"/>`,
    );
    return `<g transform="rotate(${turn} ${x} ${y})">${drawing.raised(`M${x} ${y + 30}C${x - 50} ${y + 16} ${x - 46} ${y - 34} ${x} ${y - 36}C${x + 46} ${y - 34} ${x + 50} ${y + 16} ${x} ${y + 30}Z`, '#cfc0ab', 9, drawing.lit(0.03, 3, { wet: 0.3 }))}${ribs.join('')}<ellipse cx="${x}" cy="${y - 2}" rx="17" ry="12" fill="#e9b56b" ${drawing.soft(2)}/></g>`;
  },
  175,
);
const lasagne: Dish = (drawing) => {
  drawing.add(
    drawing.raised(
      smooth([
        [CX - 190, CY - 130],
        [CX, CY - 142],
        [CX + 190, CY - 130],
        [CX + 200, CY],
        [CX + 190, CY + 132],
        [CX, CY + 142],
        [CX - 190, CY + 132],
        [CX - 200, CY],
      ]),
      '#e6b85f',
      34,
      drawing.lit(0.018, 9, { wet: 0.25 }),
    ),
  );
  drawing.add(
    ...drawing
      .places(30, 175)
      .map(
        ([x, y]) =>
          `<path d="${drawing.blob(x, CY + (y - CY) * 0.68, drawing.between(12, 34), 0.35, 8)}" fill="${drawing.random.pick(['#8c3a16', '#b5651d', '#f7e4b4', '#f7e4b4'])}" opacity="0.75" ${drawing.lit(0.04, 4)}/>`,
      ),
  );
  for (const by of [128, 138])
    drawing.add(
      `<path d="M${CX - 192} ${CY + by}q190 26 386 0" stroke="#5c7a34" stroke-width="5" fill="none" opacity="0.8"/>`,
    );
};

/** Slices of raw fish on leaves and radish threads. */
const sashimi = (fish: readonly [string, string][], onTable: Table = 'slate') =>
  on(onTable, 1.36, (drawing) => {
    plate(drawing, '#26323a', 322, 0.84);
    drawing.add(
      ...Array.from({ length: 70 }, () => {
        const [x, y] = [CX - 40 + drawing.between(-150, 130), CY - 120 + drawing.between(-60, 60)];
        return `<path d="M${x} ${y}q${drawing.between(-60, 60)} ${drawing.between(-50, 50)} ${drawing.between(-90, 90)} ${drawing.between(-30, 60)}" stroke="#f4f5ef" stroke-opacity="0.85" stroke-width="3.5" fill="none"/>`;
      }),
    );
    for (const turn of [3.9, 4.7, 5.5]) drawing.add(leaf(drawing, CX, CY - 30, turn, 190, '#3f7d3a', 0.4));
    const rows = fish.length > 1 ? 2 : 1;
    const each = Math.ceil(fish.length > 1 ? fish.length / rows : 6);
    for (let row = 0; row < rows; row += 1) {
      for (let index = 0; index < each; index += 1) {
        const [color, fat] = fish[(row * each + index) % fish.length] as [string, string];
        const [x, y] = [
          CX - 150 + index * (300 / Math.max(1, each - 1)),
          CY + 20 + row * 110 - (rows - 1) * 50 + drawing.between(-6, 6),
        ];
        const outline = smooth([
          [x - 34, y - 92],
          [x + 40, y - 84],
          [x + 46, y + 4],
          [x + 36, y + 88],
          [x - 40, y + 80],
          [x - 44, y - 6],
        ]);
        const lines = [-60, -34, -8, 18, 44].map(
          (by) =>
            `<path d="M${x - 36} ${y + by}q38 ${-22 + drawing.between(-6, 6)} 76 ${-8}" stroke="${fat}" stroke-opacity="0.75" stroke-width="${drawing.between(3, 6).toFixed(1)}" fill="none" ${drawing.soft(1)}/>`,
        );
        drawing.add(
          `<g transform="rotate(${14 + drawing.between(-3, 3)} ${x} ${y}) scale(1 ${rows > 1 ? 0.74 : 1}) translate(0 ${rows > 1 ? y * 0.35 : 0})">${drawing.raised(outline, color, 10, drawing.lit(0.015, 3, { wet: 0.45 }))}${lines.join('')}</g>`,
        );
      }
    }
    drawing.add(
      ball(drawing, CX + 205, CY + 118, 30, '#9fb65a', 0.3, 0.2),
      ball(drawing, CX + 180, CY + 162, 15, '#9fb65a', 0.2, 0.2),
    );
  });

/** A cup from above: what is in it is drawn by `fill` within the radius. */
const cup = (
  color: string,
  radius: number,
  liquid: string,
  fill: (drawing: Drawing, inner: number) => void,
  onTable: Table = 'wood',
  hasSaucer = true,
) =>
  on(onTable, hasSaucer ? 1.1 + (190 - radius) / 260 : 1.5, (drawing) => {
    if (hasSaucer) plate(drawing, color, radius * 1.62, 0.66);
    drawing.add(
      drawing.raised(
        smooth([
          [CX + radius * 0.86, CY - 30],
          [CX + radius * 1.42, CY - 40],
          [CX + radius * 1.5, CY],
          [CX + radius * 1.42, CY + 40],
          [CX + radius * 0.86, CY + 30],
        ]),
        color,
        16,
      ),
    );
    drawing.add(
      `<ellipse cx="${CX + radius * 1.17}" cy="${CY}" rx="${radius * 0.14}" ry="17" fill="#3a2618" opacity="0.5"/>`,
    );
    drawing.add(
      drawing.raised(circle(radius), color, 40),
      `<circle cx="${CX}" cy="${CY}" r="${radius - 4}" fill="none" stroke="#fff" stroke-opacity="0.7" stroke-width="5" ${drawing.soft(2)}/>`,
    );
    const inner = radius * 0.87;
    drawing.add(`<circle cx="${CX}" cy="${CY}" r="${inner}" fill="${liquid}" ${drawing.lit(0.012, 1.6)}/>`);
    fill(drawing, inner);
    depthRing(drawing, inner);
    if (hasSaucer)
      drawing.add(
        `<g transform="rotate(-38 ${CX} ${CY})">${drawing.raised(`M${CX - radius * 1.4} ${CY + radius * 1.1}h${radius * 1.6}q26 -24 58 0q26 22 -10 26q-34 4 -48 -12h${-radius * 1.6}Z`, '#c9ccd0', 8, drawing.lit(0.004, 2, { wet: 0.8 }))}</g>`,
      );
  });
const crema = (drawing: Drawing, inner: number) => {
  drawing.add(
    `<circle cx="${CX}" cy="${CY}" r="${inner * 0.94}" fill="none" stroke="#d79b52" stroke-opacity="0.8" stroke-width="${inner * 0.16}" ${drawing.soft(7)}/>`,
  );
  drawing.add(
    ...drawing
      .places(60, inner * 0.9)
      .map(
        ([x, y]) =>
          `<circle cx="${x}" cy="${y}" r="${drawing.between(1, 4)}" fill="#f0c98a" opacity="${drawing.between(0.15, 0.6).toFixed(2)}"/>`,
      ),
  );
};
/** A rosetta poured in milk; `size` is a part of the cup. */
const milkArt = (size: number) => (drawing: Drawing, inner: number) => {
  crema(drawing, inner);
  const s = inner * size;
  for (let index = 0; index < 5; index += 1) {
    const y = CY - s * 0.62 + index * s * 0.3;
    const wide = s * (0.42 + index * 0.11);
    drawing.add(
      `<path d="M${CX - wide} ${y}Q${CX} ${y + s * 0.46} ${CX + wide} ${y}Q${CX} ${y + s * 0.22} ${CX - wide} ${y}Z" fill="#fff3df" opacity="0.95" ${drawing.soft(1.5)}/>`,
    );
  }
  drawing.add(
    `<path d="M${CX} ${CY - s * 0.9}L${CX} ${CY + s * 0.95}" stroke="#fff3df" stroke-width="${s * 0.07}" ${drawing.soft(1.5)}/>`,
  );
};

/** A bowl of dip with a spoon's swirl in it. */
const dip = (color: string, top: Dish, { oil = '#c79a1e', onTable = 'ochre' as Table, glaze = '#3f5f63' } = {}) =>
  on(onTable, 1.14, (drawing) => {
    const radius = bowl(drawing, glaze, color, 305);
    drawing.add(`<circle cx="${CX}" cy="${CY}" r="${radius}" fill="${color}" ${drawing.lit(0.03, 2.5)}/>`);
    for (let index = 0; index < 3; index += 1) {
      const spiral = Array.from({ length: 60 }, (_, step) =>
        at(step * 0.21 + index * 0.12, 48 + step * 2.7)
          .map((one) => one.toFixed(1))
          .join(','),
      );
      drawing.add(
        `<polyline points="${spiral.join(' ')}" fill="none" stroke="${index === 1 ? '#fff' : '#4a2c0c'}" stroke-opacity="${index === 1 ? 0.5 : 0.3}" stroke-width="${index === 1 ? 12 : 17}" ${drawing.soft(6)}/>`,
      );
    }
    drawing.add(
      `<path d="${drawing.blob(CX, CY, 88, 0.2, 12)}" fill="${oil}" opacity="0.75" ${drawing.lit(0.01, 2, { wet: 0.7 })}/>`,
    );
    top(drawing);
    depthRing(drawing, radius);
  });

/** A bowl of leaves. */
const salad = (
  colors: readonly string[],
  count: number,
  length: number,
  wide: number,
  top: Dish,
  { glaze = '#e9e3d6', onTable = 'linen' as Table } = {},
) =>
  on(onTable, 1.16, (drawing) => {
    const radius = bowl(drawing, glaze, '#2f4a1e', 310);
    drawing.add(
      ...drawing
        .places(count, radius * 0.92)
        .toReversed()
        .map(([x, y]) =>
          leaf(
            drawing,
            x,
            y,
            drawing.between(0, 6.28),
            length * drawing.between(0.7, 1.15),
            drawing.random.pick(colors),
            wide,
          ),
        ),
    );
    top(drawing);
    depthRing(drawing, radius);
  });

/** A bowl of soup. */
const soup = (
  color: string,
  top: Dish,
  { glaze = '#ece7dc', onTable = 'wood' as Table, grain = 0.014, depth = 2.4 } = {},
) =>
  on(onTable, 1.24, (drawing) => {
    plate(drawing, glaze, 345, 0.8);
    const radius = bowl(drawing, glaze, color, 268);
    drawing.add(
      `<circle cx="${CX}" cy="${CY}" r="${radius}" fill="${color}" ${drawing.lit(grain, depth, { wet: 0.25 })}/>`,
    );
    top(drawing);
    depthRing(drawing, radius);
  });

const croutons = (count = 9, radius = 140) =>
  each(
    count,
    (drawing, x, y) =>
      `<g transform="rotate(${drawing.between(0, 90)} ${x} ${y})">${drawing.raised(
        smooth([
          [x - 22, y - 20],
          [x + 20, y - 23],
          [x + 23, y + 19],
          [x - 19, y + 22],
        ]),
        '#c98f45',
        9,
        drawing.lit(0.06, 5),
      )}</g>`,
    radius,
  );
const walnuts = (count = 9, radius = 150) =>
  each(
    count,
    (drawing, x, y) => `${piece(drawing, x, y, 21, '#a06a35', { uneven: 0.2, grain: 0.09, depth: 6 })}`,
    radius,
  );
const pomegranate = (count = 26, radius = 160) =>
  each(count, (drawing, x, y) => ball(drawing, x, y, 9, '#b3153a', 0.7), radius);
const cream: Dish = (drawing) =>
  drawing.add(
    `<polyline points="${Array.from({ length: 50 }, (_, step) =>
      at(step * 0.26, 14 + step * 2.9)
        .map((one) => one.toFixed(0))
        .join(','),
    ).join(
      ' ',
    )}" fill="none" stroke="#fff4dc" stroke-width="9" stroke-linecap="round" opacity="0.9" ${drawing.soft(1.5)}/>`,
  );

/** A ramekin on a plate. */
const ramekin = (color: string, top: Dish, grain: number, depth: number, wet: number) =>
  on('marble', 1.42, (drawing) => {
    plate(drawing, '#f3f0ea', 338, 0.76);
    drawing.add(drawing.raised(circle(222), '#e9e4da', 34));
    for (let index = 0; index < 48; index += 1) {
      const [x1, y1] = at(index * 0.1309, 208);
      const [x2, y2] = at(index * 0.1309, 221);
      drawing.add(`<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#8d8271" stroke-opacity="0.35" stroke-width="5"/>`);
    }
    drawing.add(`<circle cx="${CX}" cy="${CY}" r="198" fill="${color}" ${drawing.lit(grain, depth, { wet })}/>`);
    top(drawing);
    depthRing(drawing, 196);
  });
const burnt =
  (colors: readonly string[], count: number, radius = 178): Dish =>
  (drawing) =>
    drawing.add(
      ...drawing
        .places(count, radius)
        .map(
          ([x, y]) =>
            `<path d="${drawing.blob(x, y, drawing.between(12, 46), 0.4, 9)}" fill="${drawing.random.pick(colors)}" opacity="${drawing.between(0.35, 0.75).toFixed(2)}" ${drawing.soft(5)}/>`,
        ),
    );
const sugar: Dish = (drawing) =>
  drawing.add(
    ...drawing
      .places(420, 230)
      .map(
        ([x, y]) =>
          `<circle cx="${x + drawing.between(-9, 9)}" cy="${y + drawing.between(-9, 9)}" r="${drawing.between(0.8, 2.6).toFixed(1)}" fill="#fff" opacity="0.75"/>`,
      ),
  );
const berries = (count: number, radius: number) =>
  each(count, (drawing, x, y) => ball(drawing, x, y, 23, drawing.random.pick(['#3b0a18', '#55101f']), 0.75), radius);
const mint: Dish = (drawing) => drawing.add(sprig(drawing, CX, CY, 56, '#3f8a3a', 4));

/** A pastry as a roll of dough, seen from above. */
const croissant: Dish = (drawing) => {
  for (const [side, index] of [-3, 3, -2, 2, -1, 1, 0].map((one, order) => [one, order] as const)) {
    const [x, y] = [CX + side * 78, CY + 20 + Math.abs(side) ** 2 * 11 - 30];
    const tall = 128 - Math.abs(side) * 27;
    const path = smooth([
      [x - 56, y - tall * 0.35],
      [x, y - tall],
      [x + 56, y - tall * 0.35],
      [x + 50, y + tall * 0.5],
      [x, y + tall * 0.82],
      [x - 50, y + tall * 0.5],
    ]);
    drawing.add(
      `<g transform="rotate(${side * 13} ${x} ${y})">${drawing.raised(path, index % 2 ? '#c9812f' : '#d2903c', 16, drawing.lit('0.012 0.06', 5, { wet: 0.3 }))}<ellipse cx="${x - 10}" cy="${y - tall * 0.3}" rx="26" ry="${tall * 0.42}" fill="#f3c777" opacity="0.55" ${drawing.soft(9)}/></g>`,
    );
  }
  drawing.add(scatter(drawing, 26, 270, ['#d9a457', '#b87a2e'], 6, { flat: 0.5 }));
};
const bun: Dish = (drawing) => {
  drawing.add(drawing.raised(drawing.blob(CX, CY, 208, 0.05, 14), '#b9762f', 30, drawing.lit(0.02, 6)));
  for (let index = 0; index < 3; index += 1) {
    const spiral = Array.from({ length: 70 }, (_, step) =>
      at(step * 0.25 + index * 0.1, 20 + step * 2.5)
        .map((one) => one.toFixed(1))
        .join(','),
    );
    drawing.add(
      `<polyline points="${spiral.join(' ')}" fill="none" stroke="${['#4b250c', '#e2ac5d', '#f4d59a'][index]}" stroke-opacity="${[0.85, 0.9, 0.5][index]}" stroke-width="${[34, 22, 7][index]}" stroke-linecap="round" ${drawing.soft(index === 0 ? 5 : 3)}/>`,
    );
  }
  drawing.add(...drawing.places(60, 190).map(([x, y]) => drawing.raised(drawing.blob(x, y, 6, 0.2, 6), '#fbf6ea', 2)));
};
const slices =
  (color: string, inside: string, bits: readonly string[]): Dish =>
  (drawing) => {
    for (const [x, turn] of [
      [CX - 110, -16],
      [CX + 20, -6],
      [CX + 150, 8],
    ] as const) {
      const loaf = smooth([
        [x - 96, CY + 120],
        [x - 112, CY - 30],
        [x - 60, CY - 132],
        [x + 60, CY - 132],
        [x + 112, CY - 30],
        [x + 96, CY + 120],
        [x, CY + 130],
      ]);
      drawing.add(
        `<g transform="rotate(${turn} ${x} ${CY})">${drawing.raised(loaf, color, 18, drawing.lit(0.03, 4))}<g transform="translate(${x} ${CY}) scale(0.87) translate(${-x} ${-CY})"><path d="${loaf}" fill="${inside}" ${drawing.lit(0.05, 5)}/>${scatter(drawing, 24, 95, bits, 7, { x, y: CY })}</g></g>`,
      );
    }
  };
const wedge =
  (color: string, inside: string, top: Dish): Dish =>
  (drawing) => {
    drawing.add(
      drawing.raised(
        `M${CX - 235} ${CY + 60}L${CX + 150} ${CY - 160}Q${CX + 240} ${CY - 30} ${CX + 190} ${CY + 130}Z`,
        color,
        30,
        drawing.lit(0.03, 6, { wet: 0.2 }),
      ),
    );
    drawing.add(
      `<path d="M${CX - 235} ${CY + 60}L${CX + 190} ${CY + 130}L${CX + 186} ${CY + 186}L${CX - 226} ${CY + 104}Z" fill="${inside}" ${drawing.lit(0.06, 5)}/>`,
    );
    top(drawing);
  };
const roll: Dish = (drawing) => {
  for (const [row, count] of [
    [-1, 5],
    [0, 6],
    [1, 5],
  ] as const) {
    for (let index = 0; index < count; index += 1) {
      const [x, y] = [CX + (index - (count - 1) / 2) * 74, CY + row * 112];
      const path = smooth([
        [x - 30, y - 62],
        [x, y - 68],
        [x + 30, y - 62],
        [x + 33, y],
        [x + 30, y + 62],
        [x, y + 68],
        [x - 30, y + 62],
        [x - 33, y],
      ]);
      drawing.add(
        drawing.raised(
          path,
          drawing.random.pick(['#4a5a26', '#56652b', '#3f4f22']),
          14,
          drawing.lit('0.05 0.015', 3, { wet: 0.5 }),
        ),
        `<path d="M${x - 16} ${y - 44}q26 40 6 92" stroke="#a5ad6a" stroke-opacity="0.6" stroke-width="3" fill="none"/>`,
      );
    }
  }
  drawing.add(
    ...drawing
      .places(4, 150)
      .map(([x, y]) => piece(drawing, x, y, 32, '#f2d94e', { flat: 0.9, uneven: 0.04, wet: 0.4, depth: 2 })),
  );
};

const bake = (draw: Dish, onTable: Table = 'wood', color = '#e7e0d2') =>
  on(onTable, 1.2, (drawing) => {
    plate(drawing, color, 330, 0.78);
    draw(drawing);
  });
const several =
  (...dishes: Dish[]): Dish =>
  (drawing) => {
    for (const dish of dishes) dish(drawing);
  };

/** Every picture of the seeds, by name. */
export const DISHES = {
  marinara: pizza({ cheese: 0, toppings: [garlic, oregano, basil(2)] }),
  margherita: pizza({ toppings: [basil()] }),
  bufalina: pizza({ cheese: 0, toppings: [buffalo, tomatoes, basil(4)] }),
  napoli: pizza({ toppings: [anchovies, capers, oregano] }),
  diavola: pizza({ toppings: [salami] }),
  capricciosa: pizza({ toppings: [ham, mushrooms, artichokes, olives] }),
  'quattro-formaggi': pizza({ sauce: '#e9cf94', cheese: 18, toppings: [blueCheese] }),
  'prosciutto-rucola': pizza({
    toppings: [ham, rocket, (drawing) => drawing.add(shavings(drawing, 14, 180, '#f8ecc9', 30))],
  }),
  ortolana: pizza({ toppings: [courgette, aubergine, peppers] }),
  'salsiccia-friarielli': pizza({ sauce: '#e3cf9c', toppings: [greens, sausage] }),

  ragu: pasta('#eeeae1', several(noodles(70, 19), meatSauce(), cheese(), centre())),
  'cacio-pepe': pasta(
    '#3d4a52',
    several(noodles(120, 9, ['#efdca2', '#f5e6b6', '#e6cf8d']), speckle(['#1d1712', '#3a2c20'], 170, 2.8), cheese(26)),
    'dark',
  ),
  tartufo: pasta(
    '#eeeae1',
    several(noodles(120, 8, ['#ecc45c', '#f0d077']), (drawing) =>
      drawing.add(shavings(drawing, 16, 140, '#4a3626', 34)),
    ),
    'dark',
  ),
  cinghiale: pasta('#d9cfbf', several(noodles(44, 34), meatSauce('#5a2412'), cheese(12)), 'wood'),
  ravioli: pasta(
    '#eeeae1',
    several(
      sauceBed('#d9b252'),
      ravioli,
      each(7, (drawing, x, y) => leaf(drawing, x, y, drawing.between(0, 6), 52, '#8a9a72', 0.3), 150),
      cheese(10),
    ),
  ),
  orecchiette: pasta('#c9d3d6', several(ears, florets, speckle(['#b3261a'], 26, 5)), 'wood'),
  gnocchi: pasta(
    '#eeeae1',
    several(
      sauceBed('#b23a1e'),
      gnocchi,
      (drawing) =>
        drawing.add(
          ...drawing
            .places(9, 150)
            .map(
              ([x, y]) =>
                `<path d="${drawing.blob(x, y, 40, 0.3, 9)}" fill="#fbf1d6" opacity="0.92" ${drawing.lit(0.03, 5, { wet: 0.4 })}/>`,
            ),
        ),
      centre(),
    ),
    'dark',
  ),
  lasagne: pasta('#e8e2d6', several(sauceBed('#8f2f18', 215), lasagne), 'wood'),
  vongole: pasta('#dfe5e6', several(noodles(110, 10), clams, speckle(['#3f7a2b', '#2f6020'], 60, 5)), 'blue'),

  'sashimi-five': sashimi([
    ['#c3303a', '#e58a8a'],
    ['#e8834f', '#f7c39a'],
    ['#ecd8cf', '#fff'],
    ['#e6c4bd', '#c2505a'],
    ['#f4ece0', '#fff'],
    ['#b5232f', '#d97a7a'],
  ]),
  'sashimi-fine': sashimi(
    [
      ['#e79a93', '#fbe0da'],
      ['#d4555c', '#f5c0b8'],
      ['#f0d9a8', '#fff2d5'],
      ['#eadfd6', '#fff'],
      ['#e8834f', '#f7c39a'],
      ['#c3303a', '#e58a8a'],
    ],
    'dark',
  ),
  'sashimi-tuna': sashimi([['#b8242f', '#d96a6d']]),
  'sashimi-salmon': sashimi([['#e9844c', '#fbd3b0']], 'dark'),
  'sashimi-yellowtail': sashimi([['#e3bcb2', '#fbeee8']]),
  'sashimi-bream': sashimi([['#efe2dc', '#e79a9a']], 'dark'),
  'sashimi-scallop': sashimi([['#f3e8d3', '#fffaf0']]),
  'sashimi-mackerel': sashimi([['#c98f8a', '#8fa3b0']], 'dark'),

  espresso: cup('#f1ede6', 128, '#3a1c0c', crema),
  cortado: cup('#d9d4cc', 150, '#a8683a', milkArt(0.5), 'dark', false),
  'flat-white': cup('#7d9aa3', 172, '#9a5a2c', milkArt(0.8)),
  cappuccino: cup(
    '#f1ede6',
    190,
    '#a4622f',
    (drawing, inner) => {
      milkArt(0.72)(drawing, inner);
      drawing.add(scatter(drawing, 60, inner * 0.7, ['#4a2410'], 3));
    },
    'ochre',
  ),
  'filter-coffee': cup(
    '#2f3a40',
    186,
    '#25120a',
    (drawing, inner) =>
      drawing.add(
        `<ellipse cx="${CX - inner * 0.3}" cy="${CY - inner * 0.35}" rx="${inner * 0.34}" ry="${inner * 0.16}" fill="#fff" opacity="0.3" transform="rotate(-35 ${CX} ${CY})" ${drawing.soft(8)}/>`,
      ),
    'linen',
    false,
  ),
  'iced-latte': cup(
    '#dfe7e8',
    182,
    '#c08a56',
    (drawing, inner) => {
      for (const [x, y] of drawing.places(5, inner * 0.62))
        drawing.add(
          `<g transform="rotate(${drawing.between(0, 90)} ${x} ${y})">${drawing.raised(
            smooth([
              [x - 44, y - 40],
              [x + 42, y - 44],
              [x + 44, y + 42],
              [x - 42, y + 44],
            ]),
            '#f3e6d4',
            6,
            `fill-opacity="0.75" ${drawing.lit(0.012, 4, { wet: 0.7 })}`,
          )}</g>`,
        );
      cream(drawing);
    },
    'marble',
    false,
  ),
  croissant: bake(croissant),
  'cardamom-bun': bake(bun, 'linen', '#7d9aa3'),
  'banana-bread': bake(slices('#6b3c1c', '#d3a05a', ['#5a3216', '#f0dca6'])),
  'orange-cake': bake(
    wedge('#d98f2c', '#efc873', (drawing) =>
      drawing.add(
        ...drawing
          .places(13, 82, CX + 78, CY - 6)
          .map(([x, y]) => piece(drawing, x, y, 20, '#ecd6ad', { flat: 0.5, height: 4, depth: 2 })),
      ),
    ),
    'marble',
    '#f3f0ea',
  ),

  hummus: dip(
    '#e3c58f',
    several(
      each(9, (drawing, x, y) => ball(drawing, x, y, 17, '#d9a95c', 0.4), 62),
      speckle(['#a02a14', '#c2481f'], 60, 3.4, 170),
      centre(),
    ),
  ),
  mutabbal: dip('#cfc2a4', several(pomegranate(), centre()), { glaze: '#d8d2c6', onTable: 'slate' }),
  muhammara: dip('#a5401f', several(walnuts(7, 90), speckle(['#3f7a2b'], 40, 5, 150)), { oil: '#8e2c10' }),
  tabbouleh: salad(
    ['#3f7f2c', '#2f6a22', '#5a9a3c'],
    90,
    68,
    0.5,
    several(
      each(
        44,
        (drawing, x, y) =>
          piece(drawing, x, y, 12, drawing.random.pick(['#cf2f1e', '#e24a33']), { wet: 0.5, height: 4 }),
        225,
      ),
      speckle(['#e9d6a4', '#f3e6c0'], 90, 6, 230),
    ),
    { onTable: 'slate' },
  ),
  fattoush: salad(
    ['#4f9434', '#6aa945', '#3f7a2b'],
    90,
    82,
    0.34,
    several(
      each(
        16,
        (drawing, x, y) =>
          `${piece(drawing, x, y, 32, '#cfe0a4', { uneven: 0.05, depth: 2, wet: 0.4 })}<circle cx="${x}" cy="${y}" r="29" fill="none" stroke="#3f7a2b" stroke-width="5" opacity="0.7"/>`,
        190,
      ),
      tomatoes,
      croutons(12, 200),
      pomegranate(22, 200),
    ),
    { onTable: 'blue' },
  ),
  labneh: dip('#f6f1e4', several(speckle(['#3f7a2b', '#5a8a3c'], 60, 6, 170), centre()), { onTable: 'wood' }),
  'vine-leaves': bake(roll, 'ochre', '#3f5f63'),

  'onion-soup': soup(
    '#7a4516',
    several(
      (drawing) =>
        drawing.add(
          `<path d="${drawing.blob(CX, CY, 200, 0.07, 14)}" fill="#e2ac4c" ${drawing.lit(0.02, 9, { wet: 0.3 })}/>`,
        ),
      burnt(['#7a3a10', '#5a2808', '#f6dc9a'], 34, 175),
      speckle(['#3f6a2b'], 24, 5, 150),
    ),
    { glaze: '#7a4a2a' },
  ),
  'pumpkin-soup': soup(
    '#d9822b',
    several(cream, walnuts(8, 120), (drawing) => drawing.add(drops(drawing, 14, 170, '#5f6b1c', 11)), centre()),
    { onTable: 'linen' },
  ),
  'lyonnaise-salad': salad(
    ['#7fae48', '#5f9636', '#a9c76a'],
    90,
    88,
    0.2,
    several(
      croutons(10, 180),
      each(14, (drawing, x, y) => piece(drawing, x, y, 24, '#b4563e', { flat: 0.45, wet: 0.3 }), 190),
      (drawing) =>
        drawing.add(
          piece(drawing, CX, CY, 92, '#fbf8f0', { uneven: 0.12, grain: 0.012, depth: 5, wet: 0.4, height: 14 }),
          ball(drawing, CX + 6, CY - 4, 42, '#eda31c', 0.6),
        ),
    ),
  ),
  'goat-cheese-salad': salad(
    ['#6aa03f', '#4f8a2e', '#7a3050'],
    90,
    80,
    0.36,
    several(
      each(
        4,
        (drawing, x, y) =>
          `${piece(drawing, x, y, 66, '#c98f45', { uneven: 0.06, depth: 6, height: 12 })}${piece(drawing, x, y, 52, '#fbf4e2', { uneven: 0.06, grain: 0.03, depth: 4, height: 10 })}<path d="${drawing.blob(x, y, 30, 0.4, 9)}" fill="#b5701f" opacity="0.5" ${drawing.soft(7)}/>`,
        125,
      ),
      walnuts(12, 200),
    ),
    { onTable: 'wood' },
  ),

  'creme-brulee': ramekin('#c97a1e', burnt(['#5a2606', '#8a430c', '#f0b552'], 46), 0.02, 5, 0.8),
  'tarte-tatin': bake(
    several(
      (drawing) =>
        drawing.add(drawing.raised(drawing.blob(CX, CY, 258, 0.02, 16), '#c08a45', 20, drawing.lit(0.03, 5))),
      (drawing) => {
        for (const [count, radius, size] of [
          [14, 190, 66],
          [8, 98, 60],
          [1, 0, 50],
        ] as const)
          for (let index = 0; index < count; index += 1) {
            const [x, y] = at((index / count) * 6.2832, radius);
            drawing.add(
              `<g transform="rotate(${(index / count) * 360 + 90} ${x} ${y})">${piece(drawing, x, y, size, drawing.random.pick(['#c4741c', '#b5620f', '#d48a2c']), { flat: 0.6, uneven: 0.06, grain: 0.012, depth: 4, wet: 0.7, height: 8 })}</g>`,
            );
          }
      },
    ),
    'marble',
    '#f3f0ea',
  ),
  'chocolate-mousse': ramekin(
    '#3a1c10',
    several(
      each(
        1,
        (drawing, x, y) =>
          piece(drawing, x, y, 120, '#4a2616', { uneven: 0.08, grain: 0.008, depth: 9, wet: 0.3, height: 16 }),
        6,
      ),
      (drawing) => drawing.add(shavings(drawing, 26, 120, '#24100a', 24)),
      mint,
    ),
    0.03,
    4,
    0.2,
  ),
  profiteroles: bake(
    several(
      sauceBed('#2c120a', 190),
      (drawing) => {
        for (const [x, y] of [
          [CX - 96, CY + 50],
          [CX + 98, CY + 46],
          [CX, CY - 84],
        ] as const)
          drawing.add(
            piece(drawing, x, y, 104, '#c98f45', { uneven: 0.06, grain: 0.03, depth: 7, height: 24 }),
            `<path d="${drawing.blob(x - 4, y - 8, 68, 0.24, 11)}" fill="#3a180c" ${drawing.lit(0.012, 4, { wet: 0.9 })}/>`,
          );
      },
      (drawing) => drawing.add(shavings(drawing, 30, 170, '#efdcb4', 13)),
    ),
    'dark',
    '#f3f0ea',
  ),
  'floating-island': soup(
    '#f0d687',
    several(
      each(
        1,
        (drawing, x, y) => piece(drawing, x, y, 128, '#fffdf6', { uneven: 0.1, grain: 0.014, depth: 7, height: 22 }),
        4,
      ),
      (drawing) =>
        drawing.add(
          ...drawing
            .places(34, 120)
            .map(([x, y]) =>
              piece(drawing, x, y, drawing.between(6, 14), drawing.random.pick(['#d9667f', '#c2455f']), { height: 4 }),
            ),
        ),
    ),
    { onTable: 'marble', depth: 1.2 },
  ),
  souffle: ramekin(
    '#e0a850',
    several(
      (drawing) =>
        drawing.add(piece(drawing, CX, CY, 208, '#dda04a', { uneven: 0.03, grain: 0.016, depth: 8, height: 22 })),
      burnt(['#9a5a1c', '#f3d08a'], 26, 170),
      sugar,
    ),
    0.02,
    5,
    0,
  ),
  clafoutis: bake(
    several(
      (drawing) =>
        drawing.add(drawing.raised(drawing.blob(CX, CY, 262, 0.015, 18), '#e6b862', 16, drawing.lit(0.016, 6))),
      burnt(['#b06a1c', '#f3d48c'], 30, 230),
      berries(26, 215),
      sugar,
    ),
    'wood',
    '#b9cdd2',
  ),
} satisfies Readonly<Record<string, Dish>>;

/** A glass of red wine from above. */
const wine: Dish = (drawing) => {
  drawing.add(
    drawing.raised(circle(150), '#3c2c28', 40, 'fill-opacity="0.35"'),
    `<circle cx="${CX}" cy="${CY}" r="116" fill="#4a0a12" ${drawing.lit(0.006, 1.6, { wet: 0.6 })}/>`,
    `<circle cx="${CX}" cy="${CY}" r="118" fill="none" stroke="#8a1f2a" stroke-width="7" ${drawing.soft(3)}/>`,
    `<circle cx="${CX}" cy="${CY}" r="147" fill="none" stroke="#fff" stroke-opacity="0.6" stroke-width="5" ${drawing.soft(2)}/>`,
    `<path d="M${CX - 112} ${CY - 56}A126 126 0 0 1 ${CX - 8} ${CY - 124}" fill="none" stroke="#fff" stroke-opacity="0.75" stroke-width="11" stroke-linecap="round" ${drawing.soft(3)}/>`,
  );
};

/** `dish` with its middle at (`x`, `y`) of a cover, `zoom` times as large. */
const placed =
  (x: number, y: number, zoom: number, dish: Dish): Dish =>
  (drawing) => {
    drawing.add(`<g transform="translate(${x} ${y}) scale(${zoom}) translate(${-CX} ${-CY})">`);
    dish(drawing);
    drawing.add('</g>');
  };

/** A picture by its name: a table set with dishes, three times as wide as high. */
export const COVERS: Readonly<Record<string, Dish>> = {
  'bistro-table': several(
    (drawing) => table(drawing, 'cloth'),
    placed(250, 300, 0.56, DISHES['lyonnaise-salad']),
    placed(680, 480, 0.7, wine),
    placed(1090, 330, 0.6, DISHES['onion-soup']),
    placed(1500, 200, 0.7, wine),
    placed(1880, 400, 0.54, DISHES['tarte-tatin']),
  ),
};
