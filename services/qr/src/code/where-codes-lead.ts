import { internalTenant } from '@tavola/contracts/auth.ts';
import type { Neighbour } from '@tavola/service-kit/http/service-client.ts';

/** How long an address is taken for the current one, in milliseconds; a former one leads to it all the same. */
const FRESH_MS = 1_000;

/** How long an address serves while auth can't say a newer one, in milliseconds. */
const LAST_GOOD_MS = 24 * 60 * 60 * 1000;

/** How long a guest waits for auth when there is a last good address, in milliseconds. */
const PATIENCE_MS = 250;

/** How many codes and how many restaurants are remembered, those that were scanned last. */
const REMEMBERED = 20_000;

/** What qr reads of a restaurant. */
export const restaurantSlug = internalTenant.pick({ slug: true });

/** Where a code leads. */
export interface Destination {
  tenantId: string;
  slug: string;
}

interface Known {
  slug: string | null;
  at: number;
}

/**
 * Where printed codes lead, remembered for a moment: a room full of guests asks for the same code again and again. Null
 * where there is no such code, or no such restaurant any more.
 * @throws where that can't be found out, and was not known within the last day.
 */
export function whereCodesLead(
  auth: Neighbour,
  tenantOf: (codeId: string) => Promise<string | null>,
  now: () => number = Date.now,
): (codeId: string) => Promise<Destination | null> {
  // A code is its restaurant's for good.
  const tenants = new Map<string, string>();
  const slugs = new Map<string, Known>();
  const asking = new Map<string, Promise<Known>>();

  const tenantOfCode = async (codeId: string) => {
    const known = recall(tenants, codeId);
    if (known) return known;
    const found = await tenantOf(codeId);
    if (found) remember(tenants, codeId, found);
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
        remember(slugs, tenantId, known);
        return known;
      })
      .finally(() => asking.delete(tenantId));
    asking.set(tenantId, answer);
    return answer;
  };

  const slugOf = async (tenantId: string): Promise<string | null> => {
    const known = recall(slugs, tenantId);
    const age = known ? now() - known.at : Number.POSITIVE_INFINITY;
    if (known && age < FRESH_MS) return known.slug;
    const answer = ask(tenantId);
    if (!known || age > LAST_GOOD_MS) return (await answer).slug;
    return (await firstOf(answer, known, PATIENCE_MS)).slug;
  };

  return async (codeId) => {
    const tenantId = await tenantOfCode(codeId);
    const slug = tenantId && (await slugOf(tenantId));
    return slug ? { tenantId, slug } : null;
  };
}

/** `answer`, or `otherwise` when it fails or takes longer than `ms`. */
async function firstOf<Value>(answer: Promise<Value>, otherwise: Value, ms: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Value>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  return Promise.race([answer.catch(() => otherwise), late]).finally(() => clearTimeout(timer));
}

// First in a map is what was used least recently.
function recall<Value>(map: Map<string, Value>, key: string): Value | undefined {
  const value = map.get(key);
  if (value !== undefined) {
    map.delete(key);
    map.set(key, value);
  }
  return value;
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > REMEMBERED) map.delete(map.keys().next().value as string);
}
