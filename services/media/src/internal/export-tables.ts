import type { ExportedRow } from '@tavola/contracts/export.ts';
import { pictureAddress } from '@tavola/contracts/rules/pictures.ts';
import { type ExportTable, keyOf } from '@tavola/service-kit/http/serve-export.ts';
import type { PrismaClient } from '../generated/client.ts';
import { pictureStore } from '../picture/picture-store.ts';

/** What media exports of a restaurant. */
export function exportTables(db: PrismaClient) {
  const pictures: ExportTable = {
    limit: 1_000,
    async read(tenantId, [createdAt, hash] = [], limit) {
      const after = createdAt && hash ? { createdAt: new Date(createdAt), hash } : undefined;
      const found = await pictureStore(db, tenantId).page(after, limit);
      return found.map((picture) => {
        const { width, height, color, bytes } = picture;
        const exported: ExportedRow<'media', 'pictures'> = {
          ...{ url: pictureAddress(picture), width, height, color, bytes },
          createdAt: picture.createdAt.toISOString(),
        };
        return { key: keyOf(exported.createdAt, picture.hash), json: JSON.stringify(exported) };
      });
    },
  };
  return { pictures };
}
