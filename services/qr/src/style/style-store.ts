import { isDeepStrictEqual } from 'node:util';
import { type CodeStyle, DEFAULT_STYLE } from '@tavola/contracts/qr.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import type { Look } from '../drawing/code-look.ts';
import { logoHash } from '../drawing/logo.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';

/** How long a replaced logo is kept for pending drawings, in milliseconds. */
const OLD_LOGO_MS = 24 * 60 * 60 * 1000;

/** A stored style and its logo. */
export interface KeptStyle {
  look: Look;
  logo: Uint8Array | null;
}

/** The look of a restaurant's codes. */
export function styleStore(db: PrismaClient, tenantId: string) {
  return {
    look: (): Promise<Look> => asTenant(db, tenantId, lookOf),

    kept: (): Promise<KeptStyle> =>
      asTenant(db, tenantId, async (tx) => {
        const look = await lookOf(tx);
        return { look, logo: look.logoHash ? await logoIn(tx, look.logoHash) : null };
      }),

    logo: (hash: string): Promise<Uint8Array | null> => asTenant(db, tenantId, (tx) => logoIn(tx, hash)),

    /** Saves another style; null if the stored style is no longer the one given as `from`. */
    save: (
      colors: Omit<Look, 'logoHash'>,
      logo: Uint8Array<ArrayBuffer> | null,
      from?: Look,
    ): Promise<KeptStyle | null> =>
      asTenant(db, tenantId, async (tx) => {
        const before = from ? await lockedLook(tx) : await lookOf(tx);
        if (from && !isDeepStrictEqual(before, from)) return null;
        const look = { ...colors, logoHash: logo && logoHash(logo) };
        const keptAt = new Date();
        // Its age counts from now, when it is replaced: print files that wait still need it.
        await tx.logo.updateMany({ where: { tenantId, hash: before.logoHash ?? '' }, data: { keptAt } });
        if (logo && look.logoHash) {
          const id = { tenantId, hash: look.logoHash };
          await tx.logo.upsert({ where: { tenantId_hash: id }, create: { ...id, png: logo }, update: { keptAt } });
        }
        await tx.style.upsert({ where: { tenantId }, create: { tenantId, ...look }, update: look });
        await tx.logo.deleteMany({
          where: { tenantId, hash: { not: look.logoHash ?? '' }, keptAt: { lt: new Date(Date.now() - OLD_LOGO_MS) } },
        });
        return { look, logo };
      }),
  };

  async function lookOf(tx: Pick<PrismaClient, 'style'>): Promise<Look> {
    const row = await tx.style.findUnique({ where: { tenantId } });
    const { foreground, background, caption, logoHash } = row ?? { ...DEFAULT_STYLE, logoHash: null };
    return { foreground, background, caption, logoHash };
  }

  /** The look, locked until the transaction ends; the lock needs a row to exist. */
  async function lockedLook(tx: Prisma.TransactionClient): Promise<Look> {
    const { foreground, background, caption } = DEFAULT_STYLE;
    await tx.style.createMany({ data: { tenantId, foreground, background, caption }, skipDuplicates: true });
    await tx.$queryRaw`SELECT FROM style WHERE tenant_id = ${tenantId}::uuid FOR UPDATE`;
    return lookOf(tx);
  }

  async function logoIn(tx: Pick<PrismaClient, 'logo'>, hash: string): Promise<Uint8Array | null> {
    const row = await tx.logo.findUnique({ where: { tenantId_hash: { tenantId, hash } } });
    return row?.png ?? null;
  }
}

/** The public form of a style. */
export const codeStyleOf = ({ look: { foreground, background, caption }, logo }: KeptStyle): CodeStyle => ({
  foreground,
  background,
  caption,
  logo: logo && `data:image/png;base64,${Buffer.from(logo).toString('base64')}`,
});
