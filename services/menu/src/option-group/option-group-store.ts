import { type NewOptionGroup, type Option, type OptionGroup, optionGroup } from '@tavola/contracts/choices.ts';
import type { StoredTexts } from '@tavola/contracts/languages.ts';
import { selectFor, selectListFor } from '@tavola/service-kit/data/columns.ts';
import { Prisma } from '../generated/client.ts';
import { availableChoices } from '../menu/choices.ts';
import { namedRows } from '../menu/naming.ts';
import { updateRows } from '../menu/rows.ts';

/** The fields of an option group, as a Prisma select and as a select list in SQL. */
const SELECT = selectFor(optionGroup);
const COLUMNS = selectListFor(optionGroup);

const ORDER: Prisma.OptionGroupOrderByWithRelationInput[] = [{ position: 'asc' }, { id: 'asc' }];

/** An option group as a write has it: all its options have ids. */
export type StoredOptionGroup = Omit<NewOptionGroup, 'options'> & { options: readonly Option[] };

/** Makes a row what the API shows. */
const toGroup = <Row extends { options: unknown }>(row: Row) => ({
  ...row,
  options: availableChoices(row.options as Option[]),
});

/** The option groups of the restaurant `tenantId`. */
export function optionGroupStore(tx: Prisma.TransactionClient, tenantId: string) {
  return {
    async list(): Promise<OptionGroup[]> {
      return (await tx.optionGroup.findMany({ where: { tenantId }, orderBy: ORDER, select: SELECT })).map(toGroup);
    },

    /** The same, with their translations and those of their options. */
    async listTranslated(): Promise<(OptionGroup & { texts: StoredTexts })[]> {
      const select = { ...SELECT, texts: true } as const;
      const rows = await tx.optionGroup.findMany({ where: { tenantId }, orderBy: ORDER, select });
      return rows.map((row) => toGroup(row) as OptionGroup & { texts: StoredTexts });
    },

    /** Adds a group after the others. */
    async add(group: StoredOptionGroup): Promise<OptionGroup> {
      const last = await tx.optionGroup.aggregate({ where: { tenantId }, _max: { position: true } });
      const data = { ...toData(group), tenantId, position: (last._max.position ?? 0) + 1 };
      return toGroup(await tx.optionGroup.create({ data, select: SELECT }));
    },

    /** Reads the group and locks it until the end of the transaction; null where there is none. */
    async lock(id: number): Promise<OptionGroup | null> {
      const [found] = await tx.$queryRaw<OptionGroup[]>`
        SELECT ${Prisma.raw(COLUMNS)} FROM option_group WHERE tenant_id = ${tenantId}::uuid AND id = ${id} FOR UPDATE`;
      return found ? toGroup(found) : null;
    },

    /** Reads the groups that have any of the options `ids`, and locks them until the end of the transaction. */
    async lockWith(ids: readonly number[]): Promise<OptionGroup[]> {
      if (ids.length === 0) return [];
      const found = await tx.$queryRaw<OptionGroup[]>`
        SELECT ${Prisma.raw(COLUMNS)} FROM option_group
        WHERE tenant_id = ${tenantId}::uuid AND EXISTS (
          SELECT FROM jsonb_array_elements(options) AS option WHERE option ->> 'id' = ANY (${ids.map(String)}))
        FOR UPDATE`;
      return found.map(toGroup);
    },

    /** Writes the options of groups, in one statement: the log compares what each statement did to a row. */
    async setOptions(groups: readonly Pick<OptionGroup, 'id' | 'options'>[]): Promise<void> {
      await updateRows(
        tx,
        'option-group',
        tenantId,
        groups.map(({ id, options }) => ({ id, options })),
      );
    },

    /** Changes the given fields; null where there is no such group. */
    async change(id: number, fields: Partial<StoredOptionGroup>): Promise<OptionGroup | null> {
      const data = toData(fields);
      const [row] = await tx.optionGroup.updateManyAndReturn({ where: { tenantId, id }, data, select: SELECT });
      return row ? toGroup(row) : null;
    },

    /** Removes a group, also from the items that name it; false where there is none. */
    async remove(id: number): Promise<boolean> {
      const { count } = await tx.optionGroup.deleteMany({ where: { tenantId, id } });
      if (count > 0) await namedRows(tx, tenantId).forget('option-group', [id]);
      return count > 0;
    },
  };
}

/** The fields as Prisma takes them. */
const toData = <Fields extends Partial<StoredOptionGroup>>(fields: Fields) =>
  fields as Omit<Fields, 'options'> & { [Name in keyof Fields & 'options']: Prisma.InputJsonArray };
