import type { SignedInUser, Tenant } from '@tavola/contracts/auth.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { isSessionOf } from '../../lib/session/session-of.ts';
import { subscribeToToken } from '../../lib/session/token.ts';
import type { MarkKey } from './mark-key.ts';

// What the kitchen's screen keeps in the browser, so that it opens without a network: who is signed in, the restaurant's clock and
// the dishes. It is gone with the session; what was not sent yet is not (marks.ts). Small, because every page of the application loads it.

export { KITCHEN_PATH } from '../../lib/session/kitchen-tablet.ts';

/** What the kitchen needs to know of a dish, of one of its sizes ("Latte, large"), or of an option. */
export type Dish = Pick<MenuItem, 'name' | 'isAvailable' | 'soldOutUntil'> & {
  id: MarkKey;
  /** The name of its category, where that is known; of an option, that of its group. */
  category?: string;
  /** Missing for a dish. */
  part?: 'size' | 'option';
  /** What guests must choose with a dish: at least `min` of the sizes, or of the options of the group with this name. */
  needs?: readonly { name?: string; min: number; of: readonly MarkKey[] }[];
};

/** What the kitchen needs to know of its restaurant. */
export type Restaurant = Pick<Tenant, 'slug' | 'timeZone' | 'hours'>;

interface KeptKitchen {
  user: SignedInUser;
  restaurant: Restaurant;
  dishes: readonly Dish[];
  /** When the dishes were read, in Unix time in milliseconds. */
  at: number;
}

/** Another format needs another key. */
const KEY = 'tavola-kitchen-menu-2';

/** What this device keeps of the signed-in user's kitchen; undefined where it has never shown it. */
export function keptKitchen(): KeptKitchen | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as KeptKitchen | null;
    return kept && isSessionOf(kept.user) ? kept : undefined;
  } catch {
    // Storage is forbidden, or holds nothing that this page wrote.
    return undefined;
  }
}

/** Keeps what the kitchen's screen shows. Does nothing once the user's session is over. */
export function keepKitchen({ user, restaurant: { slug, timeZone, hours }, dishes, at }: KeptKitchen): void {
  if (!isSessionOf(user)) return;
  const kept: KeptKitchen = {
    user,
    restaurant: { slug, timeZone, ...(hours && { hours }) },
    dishes: dishes.map(({ id, name, isAvailable, soldOutUntil, category, part, needs }) => ({
      id,
      name,
      isAvailable,
      ...(category !== undefined && { category }),
      ...(part && { part }),
      ...(needs && { needs }),
      ...(soldOutUntil !== undefined && { soldOutUntil }),
    })),
    at,
  };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is full: an older copy may stay, which says how old it is.
  }
}

const TAPPED_KEY = 'kitchen-tap-known';

/** Whether a dish was ever tapped on this device: then its people know how. */
export function isTapKnown(): boolean {
  try {
    return localStorage.getItem(TAPPED_KEY) !== null;
  } catch {
    // Storage is forbidden: explain it each time.
    return false;
  }
}

/** Remembers that a dish was tapped on this device. */
export function keepTapKnown(): void {
  try {
    localStorage.setItem(TAPPED_KEY, 'yes');
  } catch {
    // Storage is full or forbidden.
  }
}

subscribeToToken(() => {
  if (keptKitchen()) return;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden, so nothing was kept.
  }
});
