import type { ExportedRow } from '@tavola/contracts/export.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { type ExportTable, keyOf, oneRow } from '@tavola/service-kit/http/serve-export.ts';
import { codeStore } from '../code/code-store.ts';
import { linkOf } from '../code/links.ts';
import type { PrismaClient } from '../generated/client.ts';
import { codeStyleOf, styleStore } from '../style/style-store.ts';

/** What qr exports of a restaurant. */
export function exportTables(db: PrismaClient, publicOrigin: string) {
  const codes: ExportTable = {
    limit: 1_000,
    async read(tenantId, [after] = [], limit) {
      const from = after === undefined ? undefined : Number(after);
      const rows = await asTenant(db, tenantId, (tx) => codeStore(tx, tenantId).page(from, limit));
      return rows.map(({ place, code }) => {
        const exported: ExportedRow<'qr', 'codes'> = { ...code, link: linkOf(publicOrigin, code.id) };
        return { key: keyOf(place), json: JSON.stringify(exported) };
      });
    },
  };

  const style = oneRow(
    async (tenantId): Promise<ExportedRow<'qr', 'style'>> => codeStyleOf(await styleStore(db, tenantId).kept()),
  );

  return { codes, style };
}
