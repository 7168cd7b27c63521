import { authOperations } from '@tavola/contracts/operations/auth.ts';
import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { requireActiveAccount } from '../session/active-account.ts';
import { endSessions } from '../session/end-sessions.ts';
import { actAsTenant, lockTenant, type Tx } from '../session/in-user-transaction.ts';
import { noteAbout, noteEvent } from '../session/note-event.ts';
import { mustStillHave } from '../team/must-still-have.ts';
import { endDevices, listDevices } from './device-store.ts';
import { setUpDevice } from './set-up-device.ts';
import { unlockDevice } from './unlock-device.ts';

/** /api/team/devices and /api/auth/unlock: the tablets in a restaurant's kitchen. */
export function kitchenDeviceRoutes(deps: Deps): OperationRoutes {
  const { db } = deps;
  const routes = operationRoutes(deps);
  const note = noteEvent(deps);

  serve(routes, authOperations.listDevices, async ({ access, tenantId }) => {
    await requireActiveAccount(db, access);
    return listDevices(db, tenantId);
  });

  serve(
    routes,
    authOperations.setUpDevice,
    async ({ access, tenantId, body, idempotencyKey }) => {
      const device = await setUpDevice(deps, access, tenantId, body, idempotencyKey);
      noteAbout({ subject: device.id });
      return device;
    },
    { wrap: note('kitchen device set up') },
  );

  serve(
    routes,
    authOperations.endDevice,
    async ({ access, tenantId, params: { id } }) => {
      noteAbout({ subject: id });
      await requireActiveAccount(db, access);
      const count = await inTransaction(db, async (tx: Tx) => {
        await actAsTenant(tx, tenantId);
        await lockTenant(tx, tenantId);
        await mustStillHave(tx, tenantId, access, 'restaurant.own');
        const count = await endDevices(tx, { tenantId, id });
        if (count > 0) await endSessions(tx, { tenantId, kitchenDeviceId: id });
        return count;
      });
      if (count === 0) throw notFound('The device');
    },
    { wrap: note('kitchen device ended') },
  );

  serve(routes, authOperations.unlockDevice, ({ body }) => unlockDevice(deps, body), {
    wrap: note('kitchen device unlocked'),
  });

  return routes;
}
