import { randomInt } from 'node:crypto';
import { asPlatform, asTenant } from '@tavola/service-kit/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';

// Without 0 O 1 l I: someone may have to type it off a stained card.
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz';
const ID_LENGTH = 8;

/** What a printed code's id looks like. */
export const CODE_ID = new RegExp(`^[${ALPHABET}]{${ID_LENGTH}}$`);

const newCodeId = () => Array.from({ length: ID_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** The restaurant's main code; made when it is first asked for, and the same ever after. */
export async function mainCodeId(db: PrismaClient, tenantId: string): Promise<string> {
  return asTenant(db, tenantId, async (tx) => {
    // Two first requests at once: the second waits for the first's row, and takes it.
    await tx.$executeRaw`
      INSERT INTO code (id, tenant_id) VALUES (${newCodeId()}, ${tenantId}::uuid) ON CONFLICT (tenant_id) DO NOTHING`;
    const { id } = await tx.code.findUniqueOrThrow({ where: { tenantId } });
    return id;
  });
}

/** The restaurant that a printed code belongs to, or null where there is no such code. */
export async function tenantOfCode(db: PrismaClient, id: string): Promise<string | null> {
  const code = await asPlatform(db, (tx) => tx.code.findUnique({ where: { id } }));
  return code?.tenantId ?? null;
}
