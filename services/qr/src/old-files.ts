import type { PrismaClient } from './generated/client.ts';
import { renderingStore } from './rendering/rendering-store.ts';
import { forgetExpiredSheets } from './sheet/sheet-store.ts';

/** Deletes the sheets older than a day and the images drawn more than three months ago, of all tenants. */
export async function forgetOldFiles(db: PrismaClient): Promise<void> {
  await Promise.all([forgetExpiredSheets(db), renderingStore(db).forgetOld()]);
}
