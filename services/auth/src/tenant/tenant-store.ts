import type { TenantAccount } from '@tavola/contracts/admin.ts';
import {
  type ActiveSlugs,
  type InternalTenant,
  internalTenant,
  type PlatformTenant,
  type Tenant,
  type TenantInput,
  tenant,
} from '@tavola/contracts/auth.ts';
import type { Languages } from '@tavola/contracts/languages.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { mergeDocuments, selectFor, selectListFor, splitFields, toShown } from '@tavola/service-kit/data/columns.ts';
import { asPlatform, asTenant, type Pool, readAsPlatform } from '@tavola/service-kit/data/postgres.ts';
import { MOVED_TEXTS_SQL, textMoves, withTexts } from '@tavola/service-kit/data/texts.ts';
import { Prisma, type PrismaClient } from '../generated/client.ts';
import { lockTenant, type Tx } from '../session/in-user-transaction.ts';
import { lastChange, type TenantChange } from './changed-addresses.ts';
import { requireFewRenames } from './former-slugs.ts';
import { TEXT_FIELDS, textsOf } from './tenant-texts.ts';

/** The restaurant columns that other services get. */
export const TENANT_SELECT = selectFor(internalTenant);

const shown = toShown(internalTenant);

/** Makes a row with these columns what other services get. */
export const toTenant = <Row extends object>(row: Row) => withTexts(shown(row));

const PLATFORM_SELECT = { ...TENANT_SELECT, deleteAt: true, createdAt: true } as const;

const forAdmins = (found: Prisma.TenantGetPayload<{ select: typeof PLATFORM_SELECT }>) => {
  const { deleteAt, createdAt, ...tenant } = toTenant(found);
  return { ...tenant, deleteAt: deleteAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
};

/** The restaurant as its owner sees it. A newer release may have stored settings that this one can't read. */
const ownersTenant = tolerant(tenant);
export const asOwnerSees = (found: InternalTenant): Tenant => ownersTenant.parse(found);

/** The restaurant `tenantId`: its profile and branding. */
export function tenantStore(db: PrismaClient, tenantId: string) {
  return {
    async find(): Promise<InternalTenant | null> {
      const found = await asTenant(db, tenantId, (tx) =>
        tx.tenant.findUnique({ where: { id: tenantId }, select: TENANT_SELECT }),
      );
      return found && toTenant(found);
    },

    /** The scheduled deletion date, if any; null where there is no such restaurant. */
    deletion: (): Promise<{ deleteAt: Date | null } | null> =>
      asTenant(db, tenantId, (tx) => tx.tenant.findUnique({ where: { id: tenantId }, select: { deleteAt: true } })),

    /** The restaurant as admins see it; null where there is none. */
    async findForAdmins(): Promise<TenantAccount['tenant'] | null> {
      const found = await asTenant(db, tenantId, (tx) =>
        tx.tenant.findUnique({ where: { id: tenantId }, select: PLATFORM_SELECT }),
      );
      return found && forAdmins(found);
    },

    /** The restaurant for other services. One that is scheduled for deletion is inactive, like a suspended one. */
    async findForServices(): Promise<InternalTenant | null> {
      const found = await asTenant(db, tenantId, (tx) =>
        tx.tenant.findUnique({ where: { id: tenantId }, select: { ...TENANT_SELECT, deleteAt: true } }),
      );
      if (!found) return null;
      const { deleteAt, ...tenant } = toTenant(found);
      return { ...tenant, isActive: tenant.isActive && deleteAt === null };
    },

    /**
     * Changes the given fields, increments the version and returns the change to publish, too; null where there is no such tenant, or its version is not
     * `at`. The database rejects a slug that is another tenant's, current or former.
     * @throws Problem `too-many-requests` that names `slug` above `renamesMax` new slugs in 30 days.
     */
    change: (
      { keepsTexts, ...input }: TenantInput,
      renamesMax: number,
      at?: number,
    ): Promise<{ tenant: InternalTenant; change: TenantChange } | null> =>
      asTenant(db, tenantId, async (tx) => {
        if (input.slug !== undefined) await requireFewRenames(tx, tenantId, input.slug, renamesMax);
        const before = keepsTexts ? await lockedRow(tx, tenantId) : null;
        const { columns, documents } = splitFields(tenant, input);
        const [row] = await tx.tenant.updateManyAndReturn({
          where: { id: tenantId, ...(at !== undefined && { version: at }) },
          data: { ...columns, version: { increment: 1 } },
          select: TENANT_SELECT,
        });
        if (!row) return null;
        const its = { where: 'id = $1::uuid', values: [tenantId] };
        const after = toTenant({ ...row, ...(await mergeDocuments(tx, 'tenant', its, documents)) });
        if (before) await keepTexts(tx, before, after);
        const change = await lastChange(tx, tenantId);
        return change && { tenant: after, change };
      }),
  };
}

/** The restaurant, which nobody else changes until the end of the transaction. */
async function lockedRow(tx: Tx, tenantId: string): Promise<InternalTenant | null> {
  await lockTenant(tx, tenantId);
  const row = await tx.tenant.findUnique({ where: { id: tenantId }, select: TENANT_SELECT });
  return row && toTenant(row);
}

/** Makes the translations that were right follow the restaurant's changed texts. */
async function keepTexts(tx: Tx, before: InternalTenant, after: InternalTenant): Promise<void> {
  const moves = textMoves(TEXT_FIELDS, textsOf(before), textsOf(after));
  if (!moves) return;
  await tx.$executeRaw`
    UPDATE tenant SET texts = ${Prisma.raw(MOVED_TEXTS_SQL)}
    FROM (SELECT ${JSON.stringify(moves)}::jsonb AS moves) AS given
    WHERE id = ${after.id}::uuid AND texts <> '{}'`;
}

/** Restaurants across the platform, for other services. */
export function platformTenants(db: PrismaClient) {
  return {
    async newest(limit: number): Promise<PlatformTenant[]> {
      const rows = await asPlatform(db, (tx) =>
        tx.tenant.findMany({
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          take: limit,
          select: PLATFORM_SELECT,
        }),
      );
      return rows.map(forAdmins);
    },

    countActive: (): Promise<number> =>
      asPlatform(db, (tx) => tx.tenant.count({ where: { isActive: true, deleteAt: null } })),
  };
}

const SHOWN_TO_SERVICES = selectListFor(internalTenant, {
  slug: 'tenant.slug',
  isActive: 'is_active AND delete_at IS NULL',
});

/** Whether one of the restaurant's owners has confirmed an address: anybody can invent one, and fill a menu with spam. */
const IS_LISTED = `EXISTS (
  SELECT FROM membership JOIN "user" ON "user".id = user_id
  WHERE membership.tenant_id = tenant.id AND membership.role = 'owner' AND removed_at IS NULL AND email_confirmed_at IS NOT NULL)`;

/** For how many hours public-menu reads an address that changed, to replace nginx's copies of it (`REMEMBERED_MS` there). */
const ADDRESS_HOURS = 24;

const TENANT_BY_SLUG = `
  SELECT ${SHOWN_TO_SERVICES}, ${IS_LISTED} AS "isListed", former_since IS NOT NULL AND visited_at IS NULL
    AND (tenant_slug.changed_at IS NULL OR tenant_slug.changed_at < now() - interval '${ADDRESS_HOURS} hours') AS "isFirstVisit"
  FROM tenant_slug JOIN tenant ON tenant.id = tenant_id WHERE tenant_slug.slug = $1`;

/**
 * The restaurant that has `slug`, now or as a former one; the returned `slug` is its current one. One that is scheduled for deletion
 * is inactive, like a suspended one. Takes one round trip, for services that fill a cache.
 * `isFirstVisit`: the slug is a former one that nobody was noted to come through yet. public-menu itself reads a changed address for
 * `ADDRESS_HOURS`, so nobody is noted before.
 */
export async function tenantBySlug(
  pool: Pool,
  slug: string,
): Promise<{ tenant: InternalTenant & { isListed: boolean }; isFirstVisit: boolean } | null> {
  const [row] = await readAsPlatform<InternalTenant & { isListed: boolean; isFirstVisit: boolean }>(pool, {
    name: 'tenant-by-slug',
    text: TENANT_BY_SLUG,
    values: [slug],
  });
  if (!row) return null;
  const { isFirstVisit, ...tenant } = toTenant(row);
  return { tenant, isFirstVisit };
}

/**
 * The slugs of active restaurants that search engines may find, after `after`, at most `limit`, and the languages of those that have
 * several. Sorted by bytes, whatever the database's locale, so that pages connect.
 */
export async function activeSlugsAfter(pool: Pool, after: string, limit: number): Promise<ActiveSlugs> {
  const rows = await readAsPlatform<{ slug: string; languages: Languages | null }>(
    pool,
    Prisma.sql`SELECT slug, settings -> 'languages' AS languages FROM tenant
        WHERE is_active AND delete_at IS NULL AND slug COLLATE "C" > ${after} AND ${Prisma.raw(IS_LISTED)}
        ORDER BY slug COLLATE "C" LIMIT ${limit}`,
  );
  const several = rows.flatMap(({ slug, languages }) =>
    languages && languages.others.length > 0
      ? [[slug, { base: languages.base, others: languages.others }] as const]
      : [],
  );
  return { slugs: rows.map(({ slug }) => slug), languages: Object.fromEntries(several) };
}
