import type { PrismaClient } from './generated/client.ts';
import { renderingStore } from './rendering/rendering-store.ts';
import { forgetExpiredSheets } from './sheet/sheet-store.ts';

/** Deletes the sheets whose day is over and the pictures that were drawn three months ago, whoever's they are. */
export async function forgetOldFiles(db: PrismaClient): Promise<void> {
  await Promise.all([forgetExpiredSheets(db), renderingStore(db).forgetOld()]);
}
