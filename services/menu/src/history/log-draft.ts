import type { ConfirmedDraft } from '@tavola/contracts/drafts.ts';
import type { DraftCounts } from '@tavola/contracts/history.ts';
import type { Prisma } from '../generated/client.ts';

/**
 * Logs what the current write did as one change of the history, if it did something to several rows. Call this last in a write of
 * many rows. One that puts back the draft `undoes` is logged so in any case. Returns what was done, with the change that stands for it.
 */
export async function logDraft(
  tx: Prisma.TransactionClient,
  tenantId: string,
  undoes?: number,
): Promise<ConfirmedDraft> {
  const [{ rows, only, ...counts }] = await tx.$queryRaw<[DraftCounts & { rows: number; only: number | null }]>`
    SELECT count(*)::int AS rows, max(id)::float8 AS only,
      count(*) FILTER (WHERE kind = 'item' AND act = 'added')::int AS added,
      count(*) FILTER (WHERE kind = 'item' AND act = 'changed')::int AS changed,
      count(*) FILTER (WHERE kind = 'item' AND act = 'removed')::int AS removed,
      count(*) FILTER (WHERE kind = 'category' AND act <> 'moved')::int AS categories
    FROM menu_change JOIN menu_version USING (tenant_id, version)
    WHERE tenant_id = ${tenantId}::uuid`;
  if (rows < 2 && undoes === undefined) return { change: only, ...counts };
  const [{ id }] = await tx.$queryRaw<[{ id: number }]>`
    INSERT INTO menu_change (tenant_id, version, "by", kind, act, after)
    SELECT tenant_id, version, nullif(current_setting('app.user_id', true), '')::uuid, 'draft', 'changed', ${JSON.stringify({ ...counts, undoes })}::jsonb
    FROM menu_version WHERE tenant_id = ${tenantId}::uuid
    RETURNING id::float8 AS id`;
  return { change: id, ...counts };
}
