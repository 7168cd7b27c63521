import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import type { Picture, PrismaClient } from '../generated/client.ts';

/** How many pictures `each` reads at once. */
export const PAGE = 100;

/** The pictures of the restaurant `tenantId`. */
export function pictureStore(db: PrismaClient, tenantId: string) {
  /** The next ones after `last`, oldest first. */
  const page = (last: Pick<Picture, 'createdAt' | 'hash'> | undefined, limit: number): Promise<Picture[]> =>
    asTenant(db, tenantId, (tx) =>
      tx.picture.findMany({
        where: {
          tenantId,
          ...(last && {
            OR: [{ createdAt: { gt: last.createdAt } }, { createdAt: last.createdAt, hash: { gt: last.hash } }],
          }),
        },
        orderBy: [{ createdAt: 'asc' }, { hash: 'asc' }],
        take: limit,
      }),
    );
  return {
    page,

    count: (): Promise<number> => asTenant(db, tenantId, (tx) => tx.picture.count({ where: { tenantId } })),

    /** All of them, oldest first. No transaction is open while the caller uses one. */
    async *each(): AsyncGenerator<Picture, void, undefined> {
      for (let last: Picture | undefined; ; ) {
        const pictures = await page(last, PAGE);
        yield* pictures;
        if (pictures.length < PAGE) return;
        last = pictures.at(-1);
      }
    },
  };
}
