import { internalTenant } from '@tavola/contracts/auth.ts';
import type { Pool } from '@tavola/service-kit/data/postgres.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';

/** What analytics needs to know of a restaurant. */
export interface Tenant {
  slug: string;
  /** A name that PostgreSQL knows. */
  timeZone: string;
  /** Whether guests can see its menu. What is said of another one's is not counted: it may be about to be deleted. */
  isActive: boolean;
}

/** Restaurants as auth knows them, remembered for a while. */
export interface Tenants {
  /**
   * The restaurant, or null where there is none. While auth is away, what it said last.
   * @throws Problem `unavailable` where it has said nothing yet.
   */
  find(tenantId: string): Promise<Tenant | null>;
  /** As `find`, on behalf of strangers, who may make ids up: null, too, where auth has been asked enough for now. */
  findSparingly(tenantId: string): Promise<Tenant | null>;
}

/** Answers kept at most; the oldest goes first. */
const KEPT = 50_000;

/** How long a restaurant's time zone and slug may be those of before, in milliseconds. */
const KNOWN_MS = 60_000;

/** An id that is not known hardly ever becomes one that is, in milliseconds. */
const UNKNOWN_MS = 10 * 60_000;

/** Questions a second that strangers may cost auth. */
const SPARING = 200;

const internal = internalTenant.pick({ slug: true, timeZone: true, isActive: true });

interface Kept {
  tenant: Promise<Tenant | null>;
  until: number;
}

/** Asks auth about a restaurant once a minute, however many ask. */
export function makeTenants(auth: ServiceClient, pool: Pool, log: Logger): Tenants {
  const kept = new Map<string, Kept>();
  const zones = new Map<string, string>();
  let asked = { second: 0, questions: 0 };

  /** `zone` where PostgreSQL knows it, too: all days are its to tell. */
  const known = async (zone: string): Promise<string> => {
    const found = zones.get(zone);
    if (found) return found;
    // What starts otherwise is an offset, which PostgreSQL takes for its opposite.
    const isKnown =
      /^[a-z]/i.test(zone) &&
      (await pool.query('SELECT now() AT TIME ZONE $1', [zone]).then(
        () => true,
        (error: { code?: string }) => {
          if (error.code === '22023') return false;
          throw error;
        },
      ));
    if (!isKnown) log.warn({ zone }, 'time zone is not known, taking UTC');
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
        // Asked again next time; until auth is back, what it said last.
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
