import type { z } from 'zod';
import type { ProblemCode } from '../errors.ts';
import type { AddressLimitName, UserLimitName } from './rate-limits.ts';

/** A service, or the gateway itself. */
export type ServiceName = 'auth' | 'menu' | 'public-menu' | 'qr' | 'analytics' | 'admin' | 'gateway';

/** Who may call, and which of RATE_LIMITS counts the calls besides those for all. */
type Callers =
  | { who: 'anyone'; limit: AddressLimitName }
  /** A signed-in user or a platform admin; counted by `user` unless said otherwise, and by `signed-in` in any case. */
  | { who: 'signed-in' | 'admin'; limit?: UserLimitName };

/** Who may call: everybody, a signed-in user, or a platform admin. */
export type WhoMay = Callers['who'];

/** What one status of an operation means. */
export interface OperationAnswer {
  /** One sentence, for a reader of the documentation. */
  what: string;
  /** The media type, or several where the request chooses; none where there is no body. */
  type?: string | readonly string[];
  /** What a JSON body holds. */
  schema?: z.ZodType;
  /** Whether the tag of its state comes along, as `ETag`. */
  isTagged?: boolean;
}

interface Description {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As in `/api/categories/{id}`. */
  path: string;
  /**
   * What the gateway passes on to its service: every path that starts so. Without it, this path only; or, where it has a
   * parameter, every path that starts with what is before the parameter.
   */
  gatewayPrefix?: string;
  service: ServiceName;
  /** Whether an answer may take its time: passwords are hashed in turn, pictures drawn, other services asked. */
  isSlow?: boolean;
  /** Whether it is about the restaurant of the signed-in user: an admin without one is refused. */
  requiresTenant?: boolean;
  summary: string;
  /** What each `{name}` of the path may be. */
  params?: Readonly<Record<string, z.ZodType>>;
  query?: z.ZodObject;
  /** Whether `If-Match` ties a write to the state that the object was read in. */
  acceptsIfMatch?: boolean;
  /** Whether an `Idempotency-Key` makes sure that it is done once, however often it is sent. */
  acceptsIdempotencyKey?: boolean;
  /** A JSON body. */
  body?: z.ZodType;
  /** By status: what it answers with, problems aside. */
  answers: Readonly<Record<number, OperationAnswer>>;
  /** Its own problems; those that follow from the rest of the entry are added by `problemsOf`. */
  problems?: readonly ProblemCode[];
}

type OperationEntry = Description & Callers;

/** One call that can be made from outside, `id` its name among all. A HEAD is answered wherever a GET is. */
export type Operation = OperationEntry & { id: string };

/** A service's operations by id, each with the types of its schemas. */
export type Operations = Readonly<Record<string, Operation>>;

/** Gives each of `entries` its key as its id. */
export function operations<const Entries extends Readonly<Record<string, OperationEntry>>>(entries: Entries) {
  const named = Object.entries(entries).map(([id, entry]) => [id, { ...entry, id }]);
  return Object.fromEntries(named) as { readonly [Id in keyof Entries & string]: Entries[Id] & { readonly id: Id } };
}

/** Sorted as paths are matched: a word goes before a parameter at its place, so `/api/categories/order` is no category. */
export const inRoutingOrder = (operations: readonly Operation[]): Operation[] =>
  operations.toSorted((one, other) => firstParameterAt(other) - firstParameterAt(one));

const firstParameterAt = ({ path }: Operation): number =>
  path.includes('{') ? path.indexOf('{') : Number.MAX_SAFE_INTEGER;

/** A JSON answer of `schema`. */
export const json = <Schema extends z.ZodType>(what: string, schema: Schema) =>
  ({ what, type: 'application/json', schema }) as const;

/** A JSON answer of `schema`, with the tag of its state. */
export const tagged = <Schema extends z.ZodType>(what: string, schema: Schema) =>
  ({ ...json(what, schema), isTagged: true }) as const;

/** An answer without a body. */
export const empty = (what: string) => ({ what });

/** The way to another address; who reads it instead of following it gets a line of text. */
export const redirect = (what: string) => ({ what, type: ['text/plain', 'text/html'] }) as const;

/** What the gateway may say to anybody, whatever is asked for. */
const OF_ANYTHING: readonly ProblemCode[] = ['too-many-requests', 'internal'];

/** What it may say of any service: that it is away, or too slow. */
const OF_ANY_SERVICE: readonly ProblemCode[] = ['unavailable', 'timeout'];

/** Every problem that `operation` can be answered with. */
export function problemsOf(operation: Operation): ReadonlySet<ProblemCode> {
  const {
    service,
    who,
    requiresTenant,
    acceptsIfMatch,
    acceptsIdempotencyKey,
    params,
    body,
    problems = [],
  } = operation;
  return new Set<ProblemCode>([
    ...problems,
    ...(params ? (['malformed-request', 'not-found'] as const) : []),
    ...(acceptsIfMatch ? (['malformed-request', 'changed-meanwhile'] as const) : []),
    ...(acceptsIdempotencyKey ? (['malformed-request', 'key-reused'] as const) : []),
    ...(body ? (['validation-failed', 'malformed-body', 'unsupported-media-type', 'body-too-large'] as const) : []),
    ...(who === 'anyone' ? [] : (['unauthenticated'] as const)),
    ...(who === 'admin' ? (['forbidden', 'two-factor-setup-required'] as const) : []),
    ...(requiresTenant ? (['no-restaurant'] as const) : []),
    ...OF_ANYTHING,
    ...(service === 'gateway' ? [] : OF_ANY_SERVICE),
  ]);
}
