import type { DraftCounts } from '@tavola/contracts/history.ts';
import type { Prisma } from '../generated/client.ts';

/** What a write did: its counts as a draft, how many rows it changed, and the id of its newest change. */
interface WriteSummary {
  counts: Required<Omit<DraftCounts, 'undoes'>>;
  rowCount: number;
  newest: number | null;
}

/** Counts what the current write did so far. */
export async function countChanges(tx: Prisma.TransactionClient, tenantId: string): Promise<WriteSummary> {
  const [{ rowCount, newest, ...counts }] = await tx.$queryRaw<[WriteSummary['counts'] & Omit<WriteSummary, 'counts'>]>`
    SELECT count(*)::int AS "rowCount", max(id)::float8 AS newest,
      count(*) FILTER (WHERE kind = 'item' AND act = 'added')::int AS added,
      count(*) FILTER (WHERE kind = 'item' AND act = 'changed')::int AS changed,
      count(*) FILTER (WHERE kind = 'item' AND act = 'removed')::int AS removed,
      count(*) FILTER (WHERE kind = 'category' AND act <> 'moved')::int AS categories
    FROM menu_change JOIN menu_version USING (tenant_id, version)
    WHERE tenant_id = ${tenantId}::uuid`;
  return { rowCount, newest, counts };
}

/** Logs the current write as one change of the history, as its last statement. Returns the id of that change. */
export async function insertDraftChange(
  tx: Prisma.TransactionClient,
  tenantId: string,
  counts: DraftCounts,
): Promise<number> {
  const [{ id }] = await tx.$queryRaw<[{ id: number }]>`
    INSERT INTO menu_change (tenant_id, version, "by", kind, act, after)
    SELECT tenant_id, version, nullif(current_setting('app.user_id', true), '')::uuid, 'draft', 'changed', ${JSON.stringify(counts)}::jsonb
    FROM menu_version WHERE tenant_id = ${tenantId}::uuid
    RETURNING id::float8 AS id`;
  return id;
}
