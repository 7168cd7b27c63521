import {
  INTERNAL_PREFIX,
  inRoutingOrder,
  type Operations,
  type ServedOperation,
} from '@tavola/contracts/operations/operation.ts';
import type { Permission } from '@tavola/contracts/permissions.ts';
import { type Express, type Request, type RequestHandler, type Response, Router } from 'express';
import type { z } from 'zod';
import { currentRequest } from '../observability/request-context.ts';
import { type TenantQueues, tenantQueues } from '../runtime/tenant-queues.ts';
import {
  type Access,
  type AdminTwoFactor,
  accessOf,
  adminsOnly,
  membersWho,
  requireServiceToken,
  signedIn,
  type TokenCheck,
  tenantOf,
} from './access.ts';
import { jsonBody } from './http-app.ts';
import { type IdempotencyKey, idempotencyKeyOf } from './idempotency.ts';
import { type IfMatch, ifMatchOf, sendWithEtag } from './if-match.ts';
import { valid } from './validate.ts';

/** How callers are checked. Each is required only if there are operations for signed-in users, for admins, or for services. */
interface CallerChecks {
  checkToken?: TokenCheck;
  adminTwoFactor?: AdminTwoFactor;
  serviceToken?: string;
}

/** Operations that have a handler; `serve` adds them. */
export interface OperationRoutes {
  checks: CallerChecks;
  steps: Map<ServedOperation, RequestHandler[]>;
}

/** No operations yet. */
export const operationRoutes = (checks: CallerChecks = {}): OperationRoutes => ({ checks, steps: new Map() });

type Outputs<Schemas> = { [Name in keyof Schemas]: z.output<Schemas[Name]> };
type When<Condition, Given> = Condition extends true ? Given : unknown;

/** A handler's input: what the operation's entry declares, validated. */
export type Call<Op extends ServedOperation> = { req: Request } & (Op['who'] extends 'anyone' | 'service'
  ? unknown
  : { access: Access }) &
  (Op extends { needs: Permission } ? { tenantId: string } : unknown) &
  (Op extends { params: infer Params } ? { params: Outputs<Params> } : unknown) &
  (Op extends { query: infer Query } ? { query: z.output<Query> } : unknown) &
  (Op extends { body: infer Body } ? { body: z.output<Body> } : unknown) &
  When<Op['acceptsIfMatch'], { ifMatch: IfMatch }> &
  When<Op['acceptsIdempotencyKey'], { idempotencyKey: IdempotencyKey | undefined }>;

type Success<Op extends ServedOperation> = Op['answers'][keyof Op['answers'] & (200 | 201 | 202 | 204)];

/** The JSON that an operation answers with. If its answer has no body, any value is allowed and ignored. */
export type Answer<Op extends ServedOperation> =
  Success<Op> extends { schema: infer Schema }
    ? z.output<Schema>
    : Success<Op> extends { type: unknown }
      ? never
      : unknown;

/** Answers an Express request. */
export type AsyncHandler = (req: Request, res: Response) => Promise<void>;

interface ServeOptions {
  /** A body schema, if the service's settings make it stricter than the operation's. */
  body?: z.ZodType;
  /** Reads the body; `jsonBody()` by default. */
  readBody?: RequestHandler;
  /** Wraps validation and handler. */
  wrap?: (handler: AsyncHandler) => AsyncHandler;
}

/**
 * Adds an operation, for the callers that its entry allows and with input that its schemas accept.
 * The result of `handler` is sent with the entry's one success status, and with an ETag if the entry says so.
 */
export function serve<Op extends ServedOperation>(
  routes: OperationRoutes,
  operation: Op,
  handler: (call: Call<Op>) => Promise<Answer<Op>>,
  options: ServeOptions = {},
): void {
  const [success, ...others] = Object.entries(operation.answers).filter(([status]) => Number(status) < 300);
  if (!success || others.length > 0) throw new Error(`${operation.id} must have exactly one success status`);
  const [status, { schema, isTagged }] = success;
  serveRaw(
    routes,
    operation,
    async (call, res) => {
      const object = (await handler(call)) as object;
      if (isTagged) sendWithEtag(res, object, Number(status));
      else if (schema) res.status(Number(status)).json(object);
      else res.status(Number(status)).end();
    },
    options,
  );
}

/** As `serve`, with a handler that writes the response itself: a file, a page, a redirect. */
export function serveRaw<Op extends ServedOperation>(
  routes: OperationRoutes,
  operation: Op,
  handler: (call: Call<Op>, res: Response) => Promise<void>,
  { body = operation.body, readBody = jsonBody(), wrap = (handler) => handler }: ServeOptions = {},
): void {
  const checked = { ...operation, body };
  const answer = wrap(async (req, res) => handler(callOf(checked, req) as unknown as Call<Op>, res));
  routes.steps.set(operation, [...callerSteps(operation, routes.checks), ...(body ? [readBody] : []), answer]);
}

/**
 * Mounts a service's operations, all of which must have a handler. For callers without the service token, no path under
 * `INTERNAL_PREFIX` exists.
 * @throws Error that names operations without one.
 */
export function mountOperations(app: Express, operations: Operations, ...served: OperationRoutes[]): void {
  const router = Router({ caseSensitive: true });
  const queues = tenantQueues();
  const steps = new Map(served.flatMap((routes) => [...routes.steps]));
  const missing = Object.values(operations).filter((operation) => !steps.has(operation));
  if (missing.length > 0) throw new Error(`No handler for ${missing.map(({ id }) => id).join(', ')}`);
  for (const { checks } of served.filter(hasInternal)) {
    // The whole prefix: Express answers OPTIONS itself, and would tell everybody which paths there are.
    app.use(INTERNAL_PREFIX, requireServiceToken(checks.serviceToken as string));
  }
  for (const operation of inRoutingOrder([...steps.keys()])) {
    const method = operation.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    const hasQueue = operation.who !== 'anyone' && operation.who !== 'service';
    const turns = hasQueue ? [queued(operation, queues)] : [];
    router[method](operation.path.replace(/\{(\w+)\}/g, ':$1'), ...turns, ...(steps.get(operation) ?? []));
  }
  app.use(router);
}

/** Makes the transactions of a signed-in user's requests wait in the user's and the restaurant's queue; who has none has a queue, too. */
function queued({ method }: ServedOperation, queues: TenantQueues): RequestHandler {
  const kind = method === 'GET' ? 'read' : 'write';
  return (_req, _res, next) => {
    const request = currentRequest();
    // Whose request it is becomes known in the next step.
    if (request) {
      request.inTurn = (work) => {
        const person = String(request.userId);
        return queues({ restaurant: request.tenantId ?? person, person }, kind, work);
      };
    }
    next();
  };
}

const hasInternal = ({ steps }: OperationRoutes) => [...steps.keys()].some(({ who }) => who === 'service');

function callerSteps(
  { id, who, needs, path }: ServedOperation,
  { checkToken, adminTwoFactor, serviceToken }: CallerChecks,
): RequestHandler[] {
  if ((who === 'service') !== path.startsWith(`${INTERNAL_PREFIX}/`)) {
    throw new Error(`${id} must be for services and under ${INTERNAL_PREFIX}, or neither`);
  }
  if (who === 'anyone') return [];
  if (who === 'service') {
    if (!serviceToken) throw new Error(`${id} is for services, and there is no service token`);
    // `mountOperations` checks it.
    return [];
  }
  if (!checkToken) throw new Error(`${id} is for signed-in users, and nothing checks their tokens`);
  if (who === 'signed-in') return [signedIn(checkToken), ...(needs ? [membersWho(needs)] : [])];
  if (!adminTwoFactor) throw new Error(`${id} is for admins, and nothing says whether they need two-factor`);
  return [signedIn(checkToken), adminsOnly(adminTwoFactor)];
}

function callOf(operation: ServedOperation, req: Request) {
  const { who, needs, params = {}, query, body, acceptsIfMatch, acceptsIdempotencyKey } = operation;
  return {
    req,
    access: who === 'anyone' || who === 'service' ? undefined : accessOf(req),
    tenantId: needs ? tenantOf(req) : undefined,
    params: Object.fromEntries(
      Object.entries(params).map(([name, schema]) => [name, valid(schema, req.params[name], name)]),
    ),
    query: query && valid(query, req.query, 'query'),
    body: body && valid(body, req.body),
    ifMatch: acceptsIfMatch ? ifMatchOf(req) : undefined,
    idempotencyKey: acceptsIdempotencyKey ? idempotencyKeyOf(req) : undefined,
  };
}
