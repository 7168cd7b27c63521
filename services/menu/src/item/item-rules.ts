import { AVAILABLE_UNTIL } from '@tavola/contracts/availability.ts';
import { contradictionsIn } from '@tavola/contracts/facets/facets.ts';
import type { MenuItemChange } from '@tavola/contracts/menu.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';

/** @throws Problem `validation-failed` for an available item that is sold out until a time. */
export function requireConsistentAvailability({ isAvailable, soldOutUntil }: MenuItemChange): void {
  if (!soldOutUntil || !isAvailable) return;
  throw new Problem('validation-failed', AVAILABLE_UNTIL, {
    errors: [{ field: 'soldOutUntil', message: AVAILABLE_UNTIL }],
  });
}

/** `change` with what follows for the availability: an item is sold out until a time only where the change says so. */
export function withAvailability<Change extends MenuItemChange>(change: Change): Change {
  const { isAvailable, soldOutUntil } = change;
  if (soldOutUntil) return { ...change, isAvailable: false };
  return isAvailable === undefined ? change : { ...change, soldOutUntil: null };
}

/** @throws Problem `validation-failed` that names the facets that contradict others. */
export function requireNoContradictions(item: object): void {
  const errors = contradictionsIn(item);
  if (errors[0]) throw new Problem('validation-failed', errors[0].message, { errors });
}
