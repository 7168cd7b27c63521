const isFull = process.env.TEST_SIZE === 'full';

/**
 * Picks how many cases a test tries: `small` in `npm test`, `full` with TEST_SIZE=full, as in `npm run test:full`. The
 * second part of `.ci/run` finds the files that use this by their import.
 */
export const bySize = <Value>(small: Value, full: Value): Value => (isFull ? full : small);
