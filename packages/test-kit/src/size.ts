const isFull = process.env.TEST_SIZE === 'full';

/**
 * How much of the same a test tries: `small` in `npm test`, `full` where TEST_SIZE=full says so, as `npm run test:full`
 * does. The second part of `.ci/run` finds the files that use it by their import.
 */
export const bySize = <Value>(small: Value, full: Value): Value => (isFull ? full : small);
