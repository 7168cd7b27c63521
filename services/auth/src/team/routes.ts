import { authOperations } from '@tavola/contracts/operations/auth.ts';
import { acceptInput } from '@tavola/contracts/team.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { clientOf } from '../session/client.ts';
import { noteAbout, noteEvent } from '../session/note-event.ts';
import { acceptInvitation, join, readInvitation } from './accept-invitation.ts';
import { changeMember, removeMember } from './change-member.ts';
import { withdrawInvitation } from './invitation-store.ts';
import { invite } from './invite.ts';
import { teamStore } from './team-store.ts';

/** /api/team: who works for the session's restaurant; and invitations to those who have one. */
export function teamRoutes(deps: Deps): OperationRoutes {
  const { db, passwordMinLength } = deps;
  const routes = operationRoutes(deps);
  const note = noteEvent(deps);

  serve(routes, authOperations.getTeam, ({ tenantId }) => teamStore(db, tenantId).list());

  serve(routes, authOperations.listMemberNames, ({ tenantId }) => teamStore(db, tenantId).names());

  serve(
    routes,
    authOperations.invite,
    async ({ access, tenantId, body, idempotencyKey }) => {
      noteAbout({ role: body.role });
      const invitation = await invite(deps, access, tenantId, body, idempotencyKey);
      noteAbout({ subject: invitation.id, role: body.role });
      return invitation;
    },
    { wrap: note('member invited') },
  );

  serve(
    routes,
    authOperations.withdrawInvitation,
    async ({ access, tenantId, params }) => {
      noteAbout({ subject: params.id });
      if (!(await withdrawInvitation(db, tenantId, access, params.id))) throw notFound('The invitation');
    },
    { wrap: note('invitation withdrawn') },
  );

  serve(
    routes,
    authOperations.changeMember,
    ({ access, tenantId, params, body, ifMatch }) => {
      noteAbout({ subject: params.userId, role: body.role });
      return changeMember(deps, access, { tenantId, ...params, ifMatch }, body);
    },
    { wrap: note('member changed') },
  );

  serve(
    routes,
    authOperations.removeMember,
    ({ access, tenantId, params }) => {
      noteAbout({ subject: params.userId });
      return removeMember(deps, access, { tenantId, ...params });
    },
    { wrap: note('member removed') },
  );

  serve(
    routes,
    authOperations.leaveRestaurant,
    ({ access, tenantId }) => removeMember(deps, access, { tenantId, userId: access.sub, isLeaving: true }),
    { wrap: note('restaurant left') },
  );

  serve(routes, authOperations.readInvitation, ({ body }) => readInvitation(db, body.token));

  serve(routes, authOperations.acceptInvitation, ({ req, body }) => acceptInvitation(deps, body, clientOf(req)), {
    wrap: note('invitation accepted'),
    body: acceptInput(passwordMinLength),
  });

  serve(
    routes,
    authOperations.join,
    async ({ access, body, idempotencyKey }) => {
      const place = await join(deps, access, body.token, idempotencyKey);
      noteAbout({ subject: place.id, role: place.role });
      return place;
    },
    { wrap: note('invitation accepted') },
  );

  return routes;
}
