import { randomInt } from 'node:crypto';
import { type Code, MAIN_CODE_NAME } from '@tavola/contracts/qr.ts';
import { asPlatform, asTenant } from '@tavola/service-kit/data/postgres.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';

// Without 0 O 1 l I: someone may have to type it off a stained card.
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz';
const ID_LENGTH = 8;

/** The format of a printed code's id. */
export const CODE_ID = new RegExp(`^[${ALPHABET}]{${ID_LENGTH}}$`);

const newCodeId = () => Array.from({ length: ID_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A key that is equal for names that look the same in print. */
const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');

const COLUMNS = { id: true, name: true, mainOf: true, createdAt: true, retiredAt: true } as const;
const MAIN_FIRST = [{ mainOf: { sort: 'asc', nulls: 'last' } }, { number: 'asc' }] as const satisfies object[];
type Row = Prisma.CodeGetPayload<{ select: typeof COLUMNS }>;

const codeOf = ({ id, name, mainOf, createdAt, retiredAt }: Row): Code => ({
  id,
  name,
  isMain: mainOf !== null,
  createdAt: createdAt.toISOString(),
  retiredAt: retiredAt?.toISOString() ?? null,
});

/** The codes of the restaurant `tenantId`. */
export function codeStore(tx: Prisma.TransactionClient, tenantId: string) {
  return {
    /** The main code's id; created on first request, then permanent. */
    async main(): Promise<string> {
      // Of two concurrent first requests, the second waits for the first's row and uses it.
      await tx.$executeRaw`
        INSERT INTO code (id, tenant_id, main_of, name, name_key)
        VALUES (${newCodeId()}, ${tenantId}::uuid, ${tenantId}::uuid, ${MAIN_CODE_NAME}, ${nameKey(MAIN_CODE_NAME)})
        ON CONFLICT (main_of) DO NOTHING`;
      const { id } = await tx.code.findUniqueOrThrow({ where: { mainOf: tenantId }, select: { id: true } });
      return id;
    },

    /** All codes: the main one, then the others in order of creation. */
    async list(): Promise<Code[]> {
      const rows = await tx.code.findMany({ where: { tenantId }, orderBy: MAIN_FIRST, select: COLUMNS });
      return rows.map(codeOf);
    },

    /** The ids of all codes, including retired ones. */
    async ids(): Promise<string[]> {
      return (await tx.code.findMany({ where: { tenantId }, select: { id: true } })).map(({ id }) => id);
    },

    /** The next `limit` codes of `list` after the one at `after`, each with its own place. */
    async page(after: number | undefined, limit: number): Promise<{ place: number; code: Code }[]> {
      const rows = await tx.code.findMany({
        where: { tenantId, ...(after !== undefined && { mainOf: null, number: { gt: after } }) },
        orderBy: MAIN_FIRST,
        select: { ...COLUMNS, number: true },
        take: limit,
      });
      return rows.map((row) => ({ place: row.mainOf === null ? row.number : 0, code: codeOf(row) }));
    },

    async find(id: string): Promise<Code | null> {
      if (!CODE_ID.test(id)) return null;
      const row = await tx.code.findFirst({ where: { tenantId, id }, select: COLUMNS });
      return row && codeOf(row);
    },

    /** The code `id`, locked until the end of the transaction. */
    async findLocked(id: string): Promise<Code | null> {
      if (!CODE_ID.test(id)) return null;
      await tx.$queryRaw`SELECT FROM code WHERE tenant_id = ${tenantId}::uuid AND id = ${id} FOR UPDATE`;
      return this.find(id);
    },

    /** Those of `ids` that are in use, in the same order. */
    async inUse(ids: readonly string[]): Promise<Code[]> {
      const rows = await tx.code.findMany({
        where: { tenantId, id: { in: ids.filter((id) => CODE_ID.test(id)) }, retiredAt: null },
        select: COLUMNS,
      });
      const byId = new Map(rows.map((row) => [row.id, codeOf(row)]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    /** How many codes are in use, and how many with retired ones. Of those who want to add some, the others wait. */
    async countLocked(): Promise<{ inUse: number; ever: number }> {
      await tx.$queryRaw`SELECT FROM code WHERE main_of = ${tenantId}::uuid FOR UPDATE`;
      const [counts] = await tx.$queryRaw<[{ inUse: number; ever: number }]>`
        SELECT count(*) FILTER (WHERE retired_at IS NULL)::int AS "inUse", count(*)::int AS ever
        FROM code WHERE tenant_id = ${tenantId}::uuid`;
      return counts;
    },

    /** The name of a code in use that equals one of `names`, if any; the code `except` is ignored. */
    async taken(names: readonly string[], except?: string): Promise<string | null> {
      const row = await tx.code.findFirst({
        where: { tenantId, nameKey: { in: names.map(nameKey) }, ...(except && { id: { not: except } }) },
        orderBy: { number: 'asc' },
        select: { name: true },
      });
      return row?.name ?? null;
    },

    async add(names: readonly string[]): Promise<Code[]> {
      const rows = await tx.code.createManyAndReturn({
        data: names.map((name) => ({ id: newCodeId(), tenantId, name, nameKey: nameKey(name) })),
        select: { ...COLUMNS, number: true },
      });
      return rows.sort((one, other) => one.number - other.number).map(codeOf);
    },

    async rename({ id, retiredAt }: Code, name: string): Promise<Code> {
      const data = { name, nameKey: retiredAt === null ? nameKey(name) : null };
      return codeOf(await tx.code.update({ where: { id, tenantId }, data, select: COLUMNS }));
    },

    async retire(id: string): Promise<void> {
      await tx.code.updateMany({
        where: { tenantId, id, retiredAt: null },
        data: { retiredAt: new Date(), nameKey: null },
      });
    },
  };
}

/** The id of the restaurant's main code. */
export const mainCodeId = (db: PrismaClient, tenantId: string): Promise<string> =>
  asTenant(db, tenantId, (tx) => codeStore(tx, tenantId).main());

/** What a scan needs to know of a printed code. */
export interface PrintedCode {
  tenantId: string;
  /** Whether it stands on a table, by its name, such as 'Table 12'. */
  isAtTable: boolean;
  /** Whether it is the main code, the one on printed menus. */
  isMain: boolean;
}

const TABLE = /(?<![\p{L}\p{N}])table(?!\p{L})/iu;

/** The printed code `id`, retired or not; null if there is none. */
export async function printedCode(db: PrismaClient, id: string): Promise<PrintedCode | null> {
  const select = { tenantId: true, name: true, mainOf: true } as const;
  const code = await asPlatform(db, (tx) => tx.code.findUnique({ where: { id }, select }));
  return code && { tenantId: code.tenantId, isAtTable: TABLE.test(code.name), isMain: code.mainOf !== null };
}
