import { getPriority, setPriority } from 'node:os';

/**
 * Gives this thread a processor later than others, by `nice` (0 to 19), unless it has an even lower priority, as under `nice`: raising
 * it needs a right that containers lack. Elsewhere than on Linux it does nothing, since there it would apply to the whole process.
 */
export function lowerPriority(nice: number): void {
  if (process.platform === 'linux') setPriority(Math.max(getPriority(), nice));
}
