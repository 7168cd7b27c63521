const isFull = process.env.TEST_SIZE === 'full';

/**
 * Picks how many cases a test tries: `small` in `npm test`, `full` in the rest of a full run, which runs the files tagged `sized`
 * a second time, with TEST_SIZE=full.
 */
export const bySize = <Value>(small: Value, full: Value): Value => (isFull ? full : small);
