import { internalTenant } from '@tavola/contracts/auth.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import type { Pool } from '@tavola/service-kit/data/postgres.ts';
import { refreshed } from '@tavola/service-kit/data/refreshed.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { LRUCache } from 'lru-cache';

/** The fields of a restaurant that analytics needs. */
export interface Tenant {
  slug: string;
  /** A time zone name that PostgreSQL knows. */
  timeZone: string;
  /** Whether guests can see its menu. Visits to an inactive restaurant are not counted: it may be about to be deleted. */
  isActive: boolean;
}

/** Restaurants read from auth, cached for a while. */
export interface Tenants {
  /**
   * The restaurant, or null if there is none. If auth is down, the last known value.
   * @throws Problem `unavailable` if auth is down and no value is known.
   */
  find(tenantId: string): Promise<Tenant | null>;
  /**
   * As `find`, for unauthenticated requests, whose ids may be made up. Also null for an unknown id when the limit of requests
   * to auth is reached.
   */
  findSparingly(tenantId: string): Promise<Tenant | null>;
}

/** Maximum number of cached restaurants, and of unknown ids beside them: these can be made up, and must push out no restaurant. */
const KEPT = 50_000;

/** How long a restaurant's time zone and slug are cached, in milliseconds. */
const KNOWN_MS = 60_000;

/** How long an unknown id is cached, in milliseconds: it rarely becomes a known one. */
const UNKNOWN_MS = 10 * 60_000;

/** Maximum requests a second to auth about ids of unauthenticated requests that no restaurant is known to have. */
const SPARING = 200;

const internal = internalTenant.pick({ slug: true, timeZone: true, isActive: true });

/** Requests each restaurant from auth at most once a minute. */
export function makeTenants(auth: ServiceClient<'auth'>, pool: Pool, log: Logger): Tenants {
  const zones = new Map<string, string>();
  let asked = { second: 0, questions: 0 };

  /** Returns `zone`, or UTC if PostgreSQL does not know it: PostgreSQL computes all days. */
  const known = async (zone: string): Promise<string> => {
    const found = zones.get(zone);
    if (found) return found;
    // Other names are offsets, whose sign PostgreSQL reads the opposite way.
    const isKnown =
      /^[a-z]/i.test(zone) &&
      (await pool.query('SELECT now() AT TIME ZONE $1', [zone]).then(
        () => true,
        (error: { code?: string }) => {
          if (error.code === '22023') return false;
          throw error;
        },
      ));
    if (!isKnown) log.warn({ zone }, 'unknown time zone, using UTC');
    zones.set(zone, isKnown ? zone : 'UTC');
    return isKnown ? zone : 'UTC';
  };

  const unknown = new LRUCache<string, true>({ max: KEPT, ttl: UNKNOWN_MS });
  const tenants = refreshed<Tenant | null>({
    async read(tenantId) {
      const found = await auth.find(internalAuthOperations.getTenant, {
        params: { id: tenantId },
        answerSchema: internal,
      });
      if (!found) unknown.set(tenantId, true);
      return found && { ...found, timeZone: await known(found.timeZone) };
    },
    freshMs: (tenant) => (tenant ? KNOWN_MS : 0),
    most: KEPT,
  });

  return {
    async find(tenantId) {
      return unknown.has(tenantId) ? null : tenants.get(tenantId);
    },
    async findSparingly(tenantId) {
      if (unknown.has(tenantId)) return null;
      if (tenants.lastKnown(tenantId) || !tenants.wouldRead(tenantId)) return tenants.get(tenantId);
      const second = Math.floor(Date.now() / 1000);
      if (asked.second !== second) asked = { second, questions: 0 };
      asked.questions += 1;
      return asked.questions > SPARING ? null : tenants.get(tenantId);
    },
  };
}
