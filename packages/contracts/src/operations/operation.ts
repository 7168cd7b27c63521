import type { z } from 'zod';
import type { ProblemCode } from '../errors.ts';
import type { Permission } from '../permissions.ts';
import type { ServiceName } from '../topology.ts';
import type { AddressLimitName, UserLimitName } from './rate-limits.ts';

/** Who may call, and which of RATE_LIMITS applies besides the general ones. */
type Callers =
  | { who: 'anyone'; limit: AddressLimitName }
  /** A signed-in user or a platform admin. `user` applies by default; `signed-in` always applies. */
  | {
      who: 'signed-in' | 'admin';
      limit?: UserLimitName;
      /** Which limit applies as well to requests with a body of more than LARGE_BODY_BYTES. */
      largeLimit?: UserLimitName;
    };

/** Who may call: anyone, a signed-in user, or a platform admin. */
export type WhoMay = Callers['who'];

/** An operation's response with one status. */
export interface OperationAnswer {
  /** One sentence for the documentation. */
  what: string;
  /** The media type, or several if the request chooses; left out without a body. */
  type?: string | readonly string[];
  /** The schema of a JSON body. */
  schema?: z.ZodType;
  /** Whether the response has an `ETag`. */
  isTagged?: boolean;
}

interface Description {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As in `/api/categories/{id}`. */
  path: string;
  /**
   * The path prefix that the gateway forwards to this service. Defaults to this path only; with a path parameter, to
   * every path that starts with the part before it.
   */
  gatewayPrefix?: string;
  /** Whether the response may be slow: password hashing, image drawing, calls to other services. */
  isSlow?: boolean;
  /** How long a slow response may take, in milliseconds, where that is more than the gateway's usual 15 s. */
  timeoutMs?: number;
  /** What the session's role must allow in its restaurant. A session without a restaurant is rejected. */
  needs?: Permission;
  summary: string;
  /** The schema of each `{name}` in the path. */
  params?: Readonly<Record<string, z.ZodType>>;
  query?: z.ZodObject;
  /** Whether `If-Match` makes a write fail if the object has changed since it was read. */
  acceptsIfMatch?: boolean;
  /** Whether requests with the same `Idempotency-Key` are performed only once. */
  acceptsIdempotencyKey?: boolean;
  body?: z.ZodType;
  /** The media types of a body that is a file. */
  upload?: readonly string[];
  /** Responses by status, except problems. */
  answers: Readonly<Record<number, OperationAnswer>>;
  /** Its own problems; `problemsOf` adds those that follow from the other fields. */
  problems?: readonly ProblemCode[];
}

type OperationEntry = Description & Callers;

/** What is said of a call between services. The rest of a description concerns browsers and the gateway. */
type InternalEntry = Pick<Description, 'method' | 'path' | 'summary' | 'params' | 'query' | 'body' | 'answers'> & {
  who: 'service';
  needs?: undefined;
  acceptsIfMatch?: undefined;
  acceptsIdempotencyKey?: undefined;
};

/** The prefix of all paths that only services may call. */
export const INTERNAL_PREFIX = '/internal';

/** A public API call of a service; `id` is its unique name. HEAD works wherever GET does. */
export type Operation = OperationEntry & { id: string; service: ServiceName };

/** A call of one service to another, under INTERNAL_PREFIX; `id` is unique in the service that answers. */
export type InternalOperation = InternalEntry & { id: string; service: ServiceName };

/** An operation that a service has a handler for. */
export type ServedOperation = Operation | InternalOperation;

/** A service's operations by id, with their schemas' types. */
export type Operations = Readonly<Record<string, ServedOperation>>;

/** The operations of `service`, each with its key as `id`. */
export function operations<
  const Service extends ServiceName,
  const Entries extends Readonly<Record<string, OperationEntry | InternalEntry>>,
>(service: Service, entries: Entries) {
  const named = Object.entries(entries).map(([id, entry]) => [id, { ...entry, id, service }]);
  return Object.fromEntries(named) as {
    readonly [Id in keyof Entries & string]: Entries[Id] & { readonly id: Id; readonly service: Service };
  };
}

/** Sorts for matching: a word comes before a parameter in the same place, so `/api/categories/order` is not read as an id. */
export const inRoutingOrder = <Op extends ServedOperation>(operations: readonly Op[]): Op[] =>
  operations.toSorted((one, other) => (routingKey(one) < routingKey(other) ? -1 : 1));

/** The path with parameters as the last of all characters. */
const routingKey = ({ path }: ServedOperation): string => path.replace(/\{\w+\}/g, '\uffff');

/** A JSON response of `schema`. */
export const json = <Schema extends z.ZodType>(what: string, schema: Schema) =>
  ({ what, type: 'application/json', schema }) as const;

/** A JSON response of `schema` with an `ETag`. */
export const tagged = <Schema extends z.ZodType>(what: string, schema: Schema) =>
  ({ ...json(what, schema), isTagged: true }) as const;

/** A response without a body. */
export const empty = (what: string) => ({ what });

/** A redirect; its body is a line of text for clients that do not follow it. */
export const redirect = (what: string) => ({ what, type: ['text/plain', 'text/html'] }) as const;

/** Problems that the gateway may return for any request. */
const OF_ANYTHING: readonly ProblemCode[] = ['too-many-requests', 'internal'];

/** Problems that it may return for any service: unavailable or too slow. */
const OF_ANY_SERVICE: readonly ProblemCode[] = ['unavailable', 'timeout'];

/** Every problem that `operation` can return. */
export function problemsOf(operation: Operation): ReadonlySet<ProblemCode> {
  const { service, who, needs, acceptsIfMatch, acceptsIdempotencyKey, params, body, upload, problems = [] } = operation;
  return new Set<ProblemCode>([
    ...problems,
    ...(params ? (['malformed-request', 'not-found'] as const) : []),
    ...(acceptsIfMatch ? (['malformed-request', 'changed-meanwhile'] as const) : []),
    ...(acceptsIdempotencyKey ? (['malformed-request', 'key-reused', 'too-many-keys'] as const) : []),
    ...(body ? (['validation-failed', 'malformed-body', 'unsupported-media-type', 'body-too-large'] as const) : []),
    ...(upload ? (['unsupported-media-type', 'body-too-large'] as const) : []),
    ...(who === 'anyone' ? [] : (['unauthenticated'] as const)),
    ...(who === 'admin' ? (['forbidden', 'two-factor-setup-required'] as const) : []),
    // To a role that may not do it; of an account's own calls, to a kitchen device.
    ...(who === 'signed-in' ? (['forbidden'] as const) : []),
    ...(needs ? (['no-restaurant'] as const) : []),
    ...OF_ANYTHING,
    ...(service === 'gateway' ? [] : OF_ANY_SERVICE),
  ]);
}
