import { isDeepStrictEqual } from 'node:util';
import type { MenuChange, PutBackChange } from '@tavola/contracts/history.ts';
import { findAnswer, type IdempotencyKey, keepAnswer } from '@tavola/service-kit/http/idempotency.ts';
import { notFound, Problem } from '@tavola/service-kit/http/problem.ts';
import { requireFewSpecialDays } from '../daypart/change-dayparts.ts';
import { daypartStore } from '../daypart/daypart-store.ts';
import { Prisma } from '../generated/client.ts';
import { type Named, namedRows } from '../menu/naming.ts';
import { putInOrder } from '../menu/put-in-order.ts';
import { requireWithinQuotas } from '../menu/quotas.ts';
import { type Fields, TABLES, type Table, updateRows } from '../menu/rows.ts';
import { type MenuWriteDeps, writeMenu } from '../menu/write-menu.ts';
import { withinGroupsLimit } from '../option-group/groups-limit.ts';
import { withinRoomForTexts } from '../translation/change-translations.ts';
import { countChanges, insertDraftChange } from './log-draft.ts';
import { bringBack, goneNamed, rowsOf, takeAway, undone } from './logged-row.ts';
import { undoDraft } from './put-back-draft.ts';
import { findChange, newestChange } from './read-history.ts';

const WHAT = {
  item: 'The dish',
  category: 'The category',
  daypart: 'The menu time',
  'option-group': 'The option group',
  draft: 'All of it',
} as const;

const NAMES: Readonly<Record<Named, string>> = { daypart: 'menu time', 'option-group': 'option group' };

const DECLARED = "A declaration of allergens can't be undone. Please declare them again instead.";

/**
 * Undoes a change of the menu if what it left is still there; what was changed besides stays. A removed row comes back with its
 * id, in its place; with a category, its items that have none now; with an option group, the items that named it. Of a draft, all goes back
 * that is still as the draft left it. What named a removed daypart has changes of its own. Returns the change that this is.
 * @throws Problem `not-found`; `changed-meanwhile`; `quota-reached`; `validation-failed` where dayparts would have too many special
 * days, or option groups be too long, and for declarations of allergens.
 */
export function putBack(
  deps: MenuWriteDeps,
  tenantId: string,
  id: number,
  key: IdempotencyKey | undefined,
): Promise<PutBackChange> {
  return writeMenu(deps, tenantId, async (tx) => {
    const earlier = await findAnswer<PutBackChange>(tx, tenantId, key);
    if (earlier) return earlier;
    const log = menuLog(tx, tenantId);
    const change = await findChange(tx, tenantId, id);
    if (!change) throw notFound('The change');
    const kept = await withinRoomForTexts(tx, tenantId, () => log.undo(change));
    return keepAnswer(tx, tenantId, key, { ...(await newestChange(tx, tenantId)), ...(kept && { kept }) });
  });
}

function menuLog(tx: Prisma.TransactionClient, tenantId: string) {
  return {
    /** Returns the names of what was changed since and stays, if the change is a draft. */
    async undo(change: MenuChange): Promise<string[] | undefined> {
      // An earlier declaration comes back only by a person who says so again.
      if (change.isDeclaration) throw new Problem('validation-failed', DECLARED);
      if (!isOfOneKind(change)) return putBackDraft(change);
      const undoing = { moved: putBackOrder, added: removeAdded, removed: restore, changed: putBackFields };
      const dayparts = daypartStore(tx, tenantId);
      const before = change.kind === 'daypart' ? await dayparts.list() : [];
      const act = () => undoing[change.act](change);
      await (change.kind === 'option-group' ? withinGroupsLimit(tx, tenantId, act) : act());
      if (change.kind === 'daypart') requireFewSpecialDays(before, await dayparts.list());
      return undefined;
    },
  };

  /** The row as the log would show it; undefined where there is none. */
  async function rowOf({ kind, targetId }: OneKind): Promise<Fields | undefined> {
    const id = targetId as number;
    return (await rowsOf(tx, tenantId, kind, [id])).get(id);
  }

  async function putBackDraft(change: MenuChange): Promise<string[]> {
    const { undone, kept } = await undoDraft(tx, tenantId, change.version);
    if (undone === 0) throw changedMeanwhile(change);
    const { counts } = await countChanges(tx, tenantId);
    await insertDraftChange(tx, tenantId, { ...counts, undoes: change.id });
    return kept;
  }

  async function putBackFields(change: OneKind): Promise<void> {
    const [was, left] = [change.before ?? {}, change.after ?? {}];
    const after = undone(change.kind, await rowOf(change), was, left);
    if (!after) throw changedMeanwhile(change);
    await requireCategory(was.categoryId);
    await requireNamed(was);
    await requireFreeName(change);
    await updateRows(tx, change.kind, tenantId, [{ ...after, id: change.targetId as number }]);
    await requireWithinQuotas(tx, change.kind);
  }

  async function restore(change: OneKind): Promise<void> {
    if (await rowOf(change)) throw changedMeanwhile(change);
    await requireFreeName(change);
    const { kind, targetId, version } = change;
    await bringBack(tx, tenantId, kind, [{ id: targetId as number, row: change.before as Fields }], version);
    if (kind === 'option-group') await namedRows(tx, tenantId).nameGroupAgain(targetId as number, version);
    if (kind !== 'category') return;
    await tx.$executeRaw`
      UPDATE item SET category_id = ${targetId}, updated_at = now()
      FROM menu_change AS lost
      WHERE item.tenant_id = ${tenantId}::uuid AND item.category_id IS NULL
        AND lost.tenant_id = item.tenant_id AND lost.version = ${version} AND lost.kind = 'item' AND lost.act = 'changed'
        AND lost.target_id = item.id AND lost.before -> 'categoryId' = to_jsonb(${targetId}::int)`;
  }

  /** Deletes what was added, unless it was changed or used since. */
  async function removeAdded(change: OneKind): Promise<void> {
    const { kind, targetId, version } = change;
    if (await isInUse(change)) throw changedMeanwhile(change);
    const count = await takeAway(tx, tenantId, kind, version, Prisma.sql`AND own.id = ${targetId}`);
    if (count === 0) throw changedMeanwhile(change);
  }

  async function isInUse({ kind, targetId }: OneKind): Promise<boolean> {
    if (kind === 'daypart' || kind === 'option-group') return namedRows(tx, tenantId).isNamed(kind, targetId as number);
    return kind === 'category' && (await tx.item.count({ where: { tenantId, categoryId: targetId }, take: 1 })) > 0;
  }

  async function putBackOrder(change: OneKind): Promise<void> {
    const [was, left] = [change.before?.ids, change.after?.ids] as [number[], number[]];
    const rows = await tx.$queryRaw<{ id: number }[]>`
      SELECT id FROM ${TABLES[change.kind]} WHERE tenant_id = ${tenantId}::uuid AND id = ANY (${left}::int[])
      ORDER BY position, id`;
    const now = rows.map(({ id }) => id);
    const still = new Set(now);
    const asLeft = left.filter((id) => still.has(id));
    const wanted = was.filter((id) => still.has(id));
    if (!isDeepStrictEqual(now, asLeft) || isDeepStrictEqual(now, wanted)) throw changedMeanwhile(change);
    await putInOrder(tx, change.kind, tenantId, wanted);
  }

  /** @throws Problem `changed-meanwhile` unless it is no category or one of the restaurant. */
  async function requireCategory(id: unknown): Promise<void> {
    if (typeof id !== 'number' || (await hasCategory(id))) return;
    throw new Problem('changed-meanwhile', 'Its category was deleted. Undo that deletion first.');
  }

  /** @throws Problem `changed-meanwhile` if a daypart or an option group that the fields `was` name was deleted. */
  async function requireNamed(was: Fields): Promise<void> {
    const gone = goneNamed(was, await namedRows(tx, tenantId).known());
    if (gone) throw new Problem('changed-meanwhile', `Its ${NAMES[gone]} was deleted. Undo that deletion first.`);
  }

  /** @throws Problem `changed-meanwhile` if the name that a daypart gets back is another's now: dayparts need different names. */
  async function requireFreeName({ kind, targetId, before }: OneKind): Promise<void> {
    if (kind !== 'daypart') return;
    const others = (await daypartStore(tx, tenantId).list()).filter(({ id }) => id !== targetId);
    if (!others.some(({ name }) => name === before?.name)) return;
    throw new Problem('changed-meanwhile', 'Another menu time has this name now. Nothing was undone.');
  }

  async function hasCategory(id: unknown): Promise<boolean> {
    return typeof id === 'number' && (await tx.category.count({ where: { tenantId, id } })) > 0;
  }
}

/** A change of rows of one kind. */
type OneKind = MenuChange & { kind: Table };

const isOfOneKind = (change: MenuChange): change is OneKind => change.kind !== 'draft';

const changedMeanwhile = ({ kind, act }: MenuChange) =>
  new Problem(
    'changed-meanwhile',
    act === 'moved'
      ? 'The order has changed since. Nothing was undone.'
      : `${WHAT[kind]} has changed since. Nothing was undone.`,
  );
