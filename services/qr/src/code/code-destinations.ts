import { internalTenant } from '@tavola/contracts/auth.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';

/** How long a slug is taken as current, in milliseconds; a former slug still redirects to the menu. */
const FRESH_MS = 1_000;

/** How long a slug is used while auth can't be reached, in milliseconds. */
const LAST_GOOD_MS = 24 * 60 * 60 * 1000;

/** How long a guest waits for auth when there is a last good slug, in milliseconds. */
const PATIENCE_MS = 250;

/** How many codes and how many restaurants are cached, the most recently scanned. */
const REMEMBERED = 20_000;

/** The fields of a restaurant that qr reads. */
export const restaurantSlug = internalTenant.pick({ slug: true });

/** The restaurant and menu that a code leads to. */
export interface Destination {
  tenantId: string;
  slug: string;
}

interface Known {
  slug: string | null;
  at: number;
}

/**
 * Resolves the destinations of printed codes and caches them briefly: a room full of guests requests the same code
 * repeatedly. Resolves to null if there is no such code, or its restaurant is gone.
 * @throws if the destination can't be read and was not known within the last day.
 */
export function codeDestinations(
  auth: ServiceClient,
  tenantOf: (codeId: string) => Promise<string | null>,
  now: () => number = Date.now,
): (codeId: string) => Promise<Destination | null> {
  // A code never changes its restaurant.
  const tenants = new LRUCache<string, string>({ max: REMEMBERED });
  const slugs = new LRUCache<string, Known>({ max: REMEMBERED });
  const asking = new Map<string, Promise<Known>>();

  const tenantOfCode = async (codeId: string) => {
    const known = tenants.get(codeId);
    if (known) return known;
    const found = await tenantOf(codeId);
    if (found) tenants.set(codeId, found);
    return found;
  };

  const ask = (tenantId: string): Promise<Known> => {
    const running = asking.get(tenantId);
    if (running) return running;
    const at = now();
    const answer = auth
      .find(`/internal/tenants/${tenantId}`, restaurantSlug)
      .then((tenant) => {
        const known = { slug: tenant?.slug ?? null, at };
        slugs.set(tenantId, known);
        return known;
      })
      .finally(() => asking.delete(tenantId));
    asking.set(tenantId, answer);
    return answer;
  };

  const slugOf = async (tenantId: string): Promise<string | null> => {
    const known = slugs.get(tenantId);
    const age = known ? now() - known.at : Number.POSITIVE_INFINITY;
    if (known && age < FRESH_MS) return known.slug;
    const answer = ask(tenantId);
    if (!known || age > LAST_GOOD_MS) return (await answer).slug;
    const otherwise = () => known;
    return (await pTimeout(answer.catch(otherwise), { milliseconds: PATIENCE_MS, fallback: otherwise })).slug;
  };

  return async (codeId) => {
    const tenantId = await tenantOfCode(codeId);
    const slug = tenantId && (await slugOf(tenantId));
    return slug ? { tenantId, slug } : null;
  };
}
