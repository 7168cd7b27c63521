import { internalTenant } from '@tavola/contracts/auth.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { qrOperations } from '@tavola/contracts/operations/qr.ts';
import type { Sheet } from '@tavola/contracts/qr.ts';
import { DEFAULT_LANGUAGE } from '@tavola/contracts/rules/languages.ts';
import { lookOf } from '@tavola/contracts/rules/look.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { notFound, Problem, tooManyRequests } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve, serveRaw } from '@tavola/service-kit/http/serve.ts';
import type { z } from 'zod';
import { codeStore } from '../code/code-store.ts';
import { linkOf } from '../code/links.ts';
import type { Deps } from '../deps.ts';
import { styleStore } from '../style/style-store.ts';
import type { SheetRestaurant } from './draw-pdf.ts';
import { listPrints, menuChangesSince } from './printed-sheets.ts';
import { sheetJobOf } from './sheet-queue.ts';
import { type SheetProgress, sheetStore, UNFINISHED_SHEETS_MAX } from './sheet-store.ts';

/** When an owner with too many unfinished sheets should try again, in milliseconds; a sheet of 200 codes takes about as long. */
const RETRY_AFTER_MS = 15_000;

const QUEUE_AWAY = 'Part of the service is unavailable right now. Printing will continue automatically.';

/** The fields of a restaurant that its cards show. */
const cardTenant = internalTenant.pick({ name: true, themeColor: true, look: true, languages: true, wifi: true });

/** /api/qr-codes/sheets: files of many codes, made by a worker while the owner waits. */
export function sheetRoutes(deps: Deps): OperationRoutes {
  const { db, auth, menu, sheets, publicOrigin, log } = deps;
  const routes = operationRoutes(deps);

  serve(routes, qrOperations.makeSheet, async ({ tenantId, body: { codeIds, ...asked } }) => {
    const codes = await asTenant(db, tenantId, (tx) => codeStore(tx, tenantId).inUse(codeIds));
    if (codes.length < codeIds.length) throw unknownCodes();
    const [tenant, look, version] = await Promise.all([
      auth
        .find(internalAuthOperations.getTenant, { params: { id: tenantId }, answerSchema: cardTenant })
        .catch((cause) => {
          throw printingUnavailable(cause);
        }),
      styleStore(db, tenantId).look(),
      asked.format === 'pdf' ? versionNow(tenantId) : null,
    ]);
    const hasWifi = asked.wifi && asked.format === 'pdf';
    if (hasWifi && !tenant?.wifi) throw noWifi();
    const store = sheetStore(db, tenantId);
    const content = {
      ...asked,
      look,
      restaurant: tenant && { ...onCards(tenant), ...(hasWifi && { wifi: tenant.wifi }) },
      codes: codes.map(({ id, name, isMain }) => ({ name, isMain, text: linkOf(publicOrigin, id) })),
    };
    const { paper, layout, wifi } = asked;
    const id = await store.make(content, version === null ? null : { paper, layout, wifi, codeIds, version });
    if (!id) {
      const next = await store.next();
      // In case the queue lost it: nobody may be looking at the unfinished ones.
      if (next) await requeued(next, tenantId);
      throw tooManyRequests(`${UNFINISHED_SHEETS_MAX} of your print files are still being created.`, RETRY_AFTER_MS);
    }
    await sheets.add(sheetJobOf(id, tenantId)).catch((cause) => {
      throw printingUnavailable(cause);
    });
    return { id };
  });

  serve(routes, qrOperations.listSheets, async ({ tenantId }) => ({
    sheets: await listPrints({ db, menu, log }, tenantId),
  }));

  serve(routes, qrOperations.getSheet, async ({ tenantId, params: { id } }) => {
    const progress = await sheetStore(db, tenantId).progress(id);
    if (!progress) throw notFound('The sheet');
    const isUnderWay = progress.state === 'waiting' || progress.state === 'working';
    // Added again in case the queue lost it; if it is still queued, nothing happens.
    const reason = isUnderWay ? await requeued(id, tenantId) : progress.reason;
    return sheetOf({ ...progress, reason });
  });

  serveRaw(routes, qrOperations.getSheetFile, async ({ tenantId, params }, res) => {
    const sheet = await sheetStore(db, tenantId).file(params.id);
    if (!sheet?.file) throw notFound('The file');
    res.attachment(sheet.fileName).send(Buffer.from(sheet.file));
  });

  return routes;

  /** The menu's version; null while it can't be told, so that printing does not wait for menu. */
  async function versionNow(tenantId: string): Promise<number | null> {
    return (await menuChangesSince({ menu, log }, tenantId, [0])).get(0)?.now ?? null;
  }

  /** Null, or why the sheet has to wait. */
  async function requeued(sheetId: string, tenantId: string): Promise<string | null> {
    try {
      await sheets.add(sheetJobOf(sheetId, tenantId));
      return null;
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'sheet not queued yet');
      return QUEUE_AWAY;
    }
  }
}

/** What the cards of a restaurant show of it; no look where it has none of its own. */
function onCards({ name, themeColor, look, languages }: z.infer<typeof cardTenant>): SheetRestaurant {
  const { template, fonts } = lookOf(look);
  const hasLook = template !== 'trattoria' || fonts !== 'classic';
  const language = languages?.base ?? DEFAULT_LANGUAGE;
  return { name, themeColor, language, ...(hasLook && { look: { template, fonts } }) };
}

const sheetOf = ({ state, done, total, fileName, reason }: SheetProgress): Sheet => ({
  state,
  done,
  total,
  ...(reason && { reason }),
  ...(state === 'done' && { fileName }),
});

const printingUnavailable = (cause: unknown) =>
  new Problem('unavailable', 'Printing is not available right now. Please try again in a moment.', {
    cause,
    retryAfter: 5,
  });

function noWifi(): Problem {
  const message = 'Set your guest Wi-Fi in Settings first.';
  return new Problem('validation-failed', message, { errors: [{ field: 'wifi', message }] });
}

function unknownCodes(): Problem {
  const message = 'Some of these codes are no longer in use.';
  return new Problem('validation-failed', message, { errors: [{ field: 'codeIds', message }] });
}
