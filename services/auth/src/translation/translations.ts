import type { InternalTenant } from '@tavola/contracts/auth.ts';
import type { StoredText, StoredTexts } from '@tavola/contracts/languages.ts';
import type { TenantTranslationChanges, TenantTranslations } from '@tavola/contracts/translations.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { hashOfText } from '@tavola/service-kit/data/texts.ts';
import { requireReplaced } from '@tavola/service-kit/http/if-match.ts';
import { requireFound } from '@tavola/service-kit/http/problem.ts';
import { requireWithin } from '@tavola/service-kit/http/validate.ts';
import type { ChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { Tx } from '../session/in-user-transaction.ts';
import type { TenantChange } from '../tenant/changed-addresses.ts';
import { TENANT_SELECT, tenantStore, toTenant } from '../tenant/tenant-store.ts';
import { TEXT_FIELDS, textsOf } from '../tenant/tenant-texts.ts';

const RESTAURANT = 'The restaurant';

/** The texts of the restaurant `tenantId` with their translations into `lang`. */
export async function readTranslations(db: PrismaClient, tenantId: string, lang: string): Promise<TenantTranslations> {
  return { texts: shown(requireFound(RESTAURANT, await tenantStore(db, tenantId).find()), lang) };
}

/**
 * Sets and removes translations of the restaurant, all or none, and publishes the change. Ignores changes of other restaurants.
 * @throws Problem `quota-reached`; `not-found`; `changed-meanwhile` where one is not the one that the change replaces.
 */
export async function changeTranslations(
  { db, changePublisher }: { db: PrismaClient; changePublisher: ChangePublisher<TenantChange> },
  tenantId: string,
  lang: string,
  { changes }: TenantTranslationChanges,
): Promise<TenantTranslations> {
  const own = changes.filter(({ id }) => id === tenantId);
  if (own.length === 0) return { texts: [] };
  const tenant = await asTenant(db, tenantId, async (tx) => {
    const before = await lockedTenant(tx, tenantId);
    requireReplaced(own, shown(toTenant(before), lang));
    const texts = changed(before.texts as StoredTexts, lang, own);
    requireWithin('languages', Object.keys(texts).length);
    const data = { texts, version: { increment: 1 } };
    return toTenant(await tx.tenant.update({ where: { id: tenantId }, data, select: TENANT_SELECT }));
  });
  await changePublisher.publish({ tenantId, version: tenant.version, slug: tenant.slug });
  const named = new Set(own.map(({ field }) => field));
  return { texts: shown(tenant, lang).filter(({ field }) => named.has(field)) };
}

/** The restaurant, which nobody else changes until the end of the transaction. */
async function lockedTenant(tx: Tx, tenantId: string) {
  await tx.$queryRaw`SELECT 1 FROM tenant WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
  return requireFound(RESTAURANT, await tx.tenant.findUnique({ where: { id: tenantId }, select: TENANT_SELECT }));
}

function changed(texts: StoredTexts, lang: string, changes: TenantTranslationChanges['changes']): StoredTexts {
  const { [lang]: before = {}, ...others } = texts;
  const after = new Map<string, StoredText>(Object.entries(before));
  for (const { field, text, base, by = 'h' } of changes) {
    if (text === null) after.delete(field);
    else after.set(field, { t: text, of: hashOfText(base), by });
  }
  return after.size === 0 ? others : { ...others, [lang]: Object.fromEntries(after) };
}

function shown(tenant: InternalTenant, lang: string): TenantTranslations['texts'] {
  const bases = textsOf(tenant);
  return TEXT_FIELDS.flatMap((field): TenantTranslations['texts'] => {
    const base = bases[field];
    if (base === null) return [];
    const stored = tenant.texts?.[lang]?.[field];
    const row = { kind: 'tenant' as const, id: tenant.id, field, base };
    if (!stored) return [{ ...row, text: null, isStale: false }];
    return [{ ...row, text: stored.t, isStale: stored.of !== hashOfText(base), by: stored.by }];
  });
}
