import { askedChangesSince, type MenuChanges } from '@tavola/contracts/history.ts';
import { internalMenuOperations } from '@tavola/contracts/operations/internal/menu.ts';
import { PRINTED_SHEETS_MAX, type PrintedSheet, sheetInput } from '@tavola/contracts/qr.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { z } from 'zod';
import type { Prisma, PrismaClient } from '../generated/client.ts';

/** What is remembered of a sheet: what to print again, and the menu's version. */
export const print = sheetInput
  .pick({ codeIds: true, paper: true, layout: true, wifi: true })
  .extend({ version: z.int() });
export type Print = z.infer<typeof print>;

/** What changed on a restaurant's menu since each of `versions`, by version; empty while the service menu is away. */
export async function menuChangesSince(
  { menu, log }: { menu: ServiceClient<'menu'>; log: Logger },
  tenantId: string,
  versions: readonly number[],
): Promise<ReadonlyMap<number, MenuChanges>> {
  if (versions.length === 0) return new Map();
  const asked = [...new Set(versions)].join(',');
  try {
    const changes = await menu.call(internalMenuOperations.getMenuChanges, {
      params: { tenantId },
      query: { since: asked },
      answerSchema: askedChangesSince,
    });
    return new Map(changes.map((change) => [change.since, change]));
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'menu not compared');
    return new Map();
  }
}

/** Remembers that the sheet `id` was printed; the restaurant's oldest ones are forgotten. */
export async function rememberPrint(
  tx: Prisma.TransactionClient,
  tenantId: string,
  id: string,
  { codeIds, ...print }: Print,
): Promise<void> {
  const data = [{ ...print, codeIds: [...codeIds], tenantId, id }];
  const { count } = await tx.printedSheet.createMany({ data, skipDuplicates: true });
  if (count === 0) return;
  await tx.$executeRaw`
    DELETE FROM printed_sheet WHERE tenant_id = ${tenantId}::uuid AND id IN (
      SELECT id FROM printed_sheet WHERE tenant_id = ${tenantId}::uuid
      ORDER BY made_at DESC, id OFFSET ${PRINTED_SHEETS_MAX})`;
}

/** The restaurant's printed sheets, newest first, and what changed since. */
export async function listPrints(
  { db, ...others }: { db: PrismaClient; menu: ServiceClient<'menu'>; log: Logger },
  tenantId: string,
): Promise<PrintedSheet[]> {
  const rows = await asTenant(db, tenantId, (tx) =>
    tx.printedSheet.findMany({ where: { tenantId }, orderBy: [{ madeAt: 'desc' }, { id: 'asc' }] }),
  );
  const changes = await menuChangesSince(
    others,
    tenantId,
    rows.map(({ version }) => version),
  );
  return rows.map(({ id, version, madeAt, codeIds, paper, layout, wifi }) => ({
    id,
    madeAt: madeAt.toISOString(),
    codeIds,
    paper: paper as PrintedSheet['paper'],
    layout: layout as PrintedSheet['layout'],
    wifi,
    changes: changes.get(version) ?? null,
  }));
}
