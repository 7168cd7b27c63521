import type { Code, RunInput } from '@tavola/contracts/qr.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { findAnswer, type IdempotencyKey, keepAnswer } from '@tavola/service-kit/http/idempotency.ts';
import { type IfMatch, requireMatch } from '@tavola/service-kit/http/if-match.ts';
import { notFound, Problem } from '@tavola/service-kit/http/problem.ts';
import { requireWithin } from '@tavola/service-kit/http/validate.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import { codeStore } from './code-store.ts';

/** The names of a run, for example 'Table 1' to 'Table 40'. */
const runNames = ({ prefix, from, to }: RunInput): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `${prefix} ${from + at}`);

/** Creates a code, once per key; @throws Problem `conflict` naming the field if a code in use has that name; `quota-reached`; `key-reused`. */
export async function addCode(
  db: PrismaClient,
  tenantId: string,
  name: string,
  key: IdempotencyKey | undefined,
): Promise<Code> {
  const [code] = await addCodes(db, tenantId, { names: [name], field: 'name', key });
  return code as Code;
}

/** Creates a run of codes, all or none; @throws as `addCode` does. */
export const addRun = (
  db: PrismaClient,
  tenantId: string,
  run: RunInput,
  key: IdempotencyKey | undefined,
): Promise<Code[]> => addCodes(db, tenantId, { names: runNames(run), field: 'prefix', key });

interface NewCodes {
  names: string[];
  /** The field that an error names when a name is taken. */
  field: string;
  key: IdempotencyKey | undefined;
}

function addCodes(db: PrismaClient, tenantId: string, { names, field, key }: NewCodes): Promise<Code[]> {
  return namingTaken(field, () =>
    asTenant(db, tenantId, async (tx) => {
      const earlier = await findAnswer<Code[]>(tx, tenantId, key);
      if (earlier) return earlier;
      const store = codeStore(tx, tenantId);
      // Create the main code first: its name is reserved even if it was never requested.
      await store.main();
      const { inUse, ever } = await store.countLocked();
      requireWithin('codes', inUse + names.length);
      requireWithin('codesEver', ever + names.length);
      const taken = await store.taken(names);
      if (taken) throw nameTaken(field, taken);
      return keepAnswer(tx, tenantId, key, await store.add(names));
    }),
  );
}

/** Renames a code; printed codes stay valid. @throws as `addCode` does; Problem `changed-meanwhile`. */
export function renameCode(
  db: PrismaClient,
  tenantId: string,
  { id, name, ifMatch }: { id: string; name: string; ifMatch: IfMatch },
): Promise<Code> {
  return namingTaken('name', () =>
    asTenant(db, tenantId, async (tx) => {
      const store = codeStore(tx, tenantId);
      const code = await existing(store, id);
      requireMatch('The code', code, ifMatch);
      const taken = code.retiredAt === null && (await store.taken([name], id));
      if (taken) throw nameTaken('name', taken);
      return store.rename(code, name);
    }),
  );
}

/** Takes a code out of use. Printed copies still lead to the menu. */
export function retireCode(db: PrismaClient, tenantId: string, id: string): Promise<void> {
  return asTenant(db, tenantId, async (tx) => {
    const store = codeStore(tx, tenantId);
    const code = await existing(store, id);
    if (code.isMain) throw new Problem('conflict', "The main code can't be retired.");
    await store.retire(id);
  });
}

async function existing(store: ReturnType<typeof codeStore>, id: string): Promise<Code> {
  const code = await store.findLocked(id);
  if (!code) throw notFound('The code');
  return code;
}

const nameTaken = (field: string, name: string) => {
  const message = `A code named “${name}” already exists.`;
  return new Problem('conflict', message, { errors: [{ field, message }] });
};

/** Of two concurrent requests for one name, the database rejects the second. */
async function namingTaken<Result>(field: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if ((error as Prisma.PrismaClientKnownRequestError).code !== 'P2002') throw error;
    const message = 'You already have a code with that name.';
    throw new Problem('conflict', message, { errors: [{ field, message }], cause: error });
  }
}
