/** Seeded random numbers: the same seed gives the same numbers on every machine. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number;
  /** One of the given values. */
  pick<Value>(values: readonly Value[]): Value;
  /** The given values in a random order, as a new array. */
  shuffle<Value>(values: readonly Value[]): Value[];
}

/** Murmur3's last step: spreads adjacent numbers over the whole range, so that 1, 2, 3 … are good seeds. */
function spread(seed: number): number {
  let mixed = seed ^ (seed >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A mulberry32 generator: small, fast, and good enough for generated menus. */
export function seededRandom(seed: number): Random {
  let state = spread(seed);

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  function integer(min: number, max: number): number {
    return min + Math.floor(next() * (max - min + 1));
  }

  function pick<Value>(values: readonly Value[]): Value {
    const value = values[integer(0, values.length - 1)];
    if (value === undefined) throw new Error('Nothing to pick from.');
    return value;
  }

  function shuffle<Value>(values: readonly Value[]): Value[] {
    const rest = [...values];
    const shuffled: Value[] = [];
    while (rest.length > 0) shuffled.push(...rest.splice(integer(0, rest.length - 1), 1));
    return shuffled;
  }

  return { next, integer, pick, shuffle };
}
