import { internalTenant } from '@tavola/contracts/auth.ts';
import type { Pool } from '@tavola/service-kit/data/postgres.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';

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
   * As `find`, for unauthenticated requests, whose ids may be made up. Also null when the limit of requests to auth is
   * reached.
   */
  findSparingly(tenantId: string): Promise<Tenant | null>;
}

/** Maximum number of cached answers; the oldest is evicted first. */
const KEPT = 50_000;

/** How long a restaurant's time zone and slug are cached, in milliseconds. */
const KNOWN_MS = 60_000;

/** How long an unknown id is cached, in milliseconds: it rarely becomes a known one. */
const UNKNOWN_MS = 10 * 60_000;

/** Maximum requests a second to auth caused by unauthenticated requests. */
const SPARING = 200;

const internal = internalTenant.pick({ slug: true, timeZone: true, isActive: true });

interface Kept {
  tenant: Promise<Tenant | null>;
  until: number;
}

/** Requests each restaurant from auth at most once a minute. */
export function makeTenants(auth: ServiceClient, pool: Pool, log: Logger): Tenants {
  const kept = new Map<string, Kept>();
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

  const ask = async (tenantId: string): Promise<Tenant | null> => {
    const found = await auth.find(`/internal/tenants/${tenantId}`, internal);
    return found && { ...found, timeZone: await known(found.timeZone) };
  };

  const fresh = (tenantId: string) => {
    const found = kept.get(tenantId);
    return found && Date.now() < found.until ? found.tenant : undefined;
  };

  const find = (tenantId: string): Promise<Tenant | null> => {
    const found = fresh(tenantId);
    if (found) return found;
    const before = kept.get(tenantId);
    const entry: Kept = { tenant: ask(tenantId), until: Date.now() + KNOWN_MS };
    kept.delete(tenantId);
    kept.set(tenantId, entry);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value as string);
    entry.tenant.then(
      (tenant) => {
        if (!tenant) entry.until = Date.now() + UNKNOWN_MS;
      },
      () => {
        // Retried next time; until auth is back, the last known value is used.
        if (kept.get(tenantId) !== entry) return;
        if (before) kept.set(tenantId, { ...before, until: 0 });
        else kept.delete(tenantId);
      },
    );
    return before ? entry.tenant.catch(() => before.tenant) : entry.tenant;
  };

  return {
    find,
    async findSparingly(tenantId) {
      const found = fresh(tenantId);
      if (found) return found;
      const second = Math.floor(Date.now() / 1000);
      if (asked.second !== second) asked = { second, questions: 0 };
      asked.questions += 1;
      return asked.questions > SPARING ? null : find(tenantId);
    },
  };
}
