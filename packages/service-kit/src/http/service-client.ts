import { PROBLEM_TYPE_PREFIX, PROBLEMS, type ProblemCode, problemSchema } from '@tavola/contracts/errors.ts';
import type { InternalOperation } from '@tavola/contracts/operations/operation.ts';
import type { ServiceName } from '@tavola/contracts/topology.ts';
import { Pool, request } from 'undici';
import type { z } from 'zod';
import { currentRequest, REQUEST_ID_HEADER } from '../observability/request-context.ts';
import { isTraced, TRACEPARENT_HEADER } from '../observability/trace-context.ts';
import { noteToken } from '../runtime/token-refusals.ts';
import { SERVICE_TOKEN_HEADER, TOKEN_REFUSED } from './access.ts';
import { Problem } from './problem.ts';
import { connectWithin, isCutOff, isUnsent, replicasAt, timeoutAfterPendingIo } from './replicas.ts';

/** Connect timeout, in milliseconds: long before the answer's own, so that another replica can be tried. */
const CONNECT_TIMEOUT_MS = 500;

/** How large an answer may be, in bytes: four times the largest one, a menu with its translations. */
export const ANSWER_BYTES = 16_000_000;

/** How many replicas are tried for a request that could not be sent. */
const TRIES = 3;

const isOk = (status: number) => status < 300;

interface ServiceClientOptions<Name extends ServiceName> {
  name: Name;
  /** Its base URL, without a trailing slash. */
  url: string;
  serviceToken: string;
  /** How long an answer may take, in milliseconds. */
  timeoutMs?: number;
  /** Looks up all addresses of its name, as DNS does. */
  lookup?(name: string): Promise<string[]>;
}

type Inputs<Schemas> = { [Name in keyof Schemas]: z.input<Schemas[Name]> };

/** What a call sends: what the operation's entry declares, before it is validated. */
type Sent<Op extends InternalOperation> = (Op extends { params: infer Params } ? { params: Inputs<Params> } : unknown) &
  (Op extends { query: infer Query } ? { query: z.input<Query> } : unknown) &
  (Op extends { body: infer Body } ? { body: z.input<Body> } : unknown);

/** The schema of an operation's answer; that of any value if it has no body. */
type AnswerSchema<Op extends InternalOperation> = Op['answers'][keyof Op['answers']] extends {
  schema: infer Schema extends z.ZodType;
}
  ? Schema
  : z.ZodType;

/** What a call sends, and how it reads the answer. */
type CallInput<Op extends InternalOperation, Schema> = Sent<Op> & {
  /**
   * Reads the answer instead of the entry's schema. For callers that need a part of it, or that work with a service of another
   * release (`tolerant`).
   */
  answerSchema?: Schema;
};

type OperationOf<Name extends ServiceName> = InternalOperation & { service: Name };

/** The service `Name`, called over HTTP. */
export interface ServiceClient<Name extends ServiceName = ServiceName> {
  /**
   * The answer to `operation`. A read or a deletion may be sent twice.
   * @throws Problem `unavailable` if the service does not answer in time, or breaks its contract; reads also for a 404, or refuses the service token. A change throws
   * the service's own Problem for a 4xx; if it throws `unavailable`, it may or may not have been made.
   */
  call<Op extends OperationOf<Name>, Schema extends z.ZodType = AnswerSchema<Op>>(
    operation: Op,
    input: CallInput<Op, Schema>,
  ): Promise<z.output<Schema>>;
  /** As `call`, for reads of what may not exist: null for a 404. */
  find<Op extends OperationOf<Name> & { method: 'GET' }, Schema extends z.ZodType = AnswerSchema<Op>>(
    operation: Op,
    input: CallInput<Op, Schema>,
  ): Promise<z.output<Schema> | null>;
}

/**
 * An HTTP client for one service: service token, request id and trace, timeout, and responses of at most `ANSWER_BYTES`, checked
 * against the contract. Its replicas take turns.
 */
export function makeServiceClient<const Name extends ServiceName>({
  name,
  url,
  serviceToken,
  timeoutMs = 2000,
  lookup,
}: ServiceClientOptions<Name>): ServiceClient<Name> {
  const away = (cause: unknown) =>
    new Problem('unavailable', 'Part of the service is unavailable right now. Please try again in a moment.', {
      cause: cause instanceof TokenRefused ? cause : new Error(`${name} did not answer as agreed`, { cause }),
      retryAfter: 2,
    });

  const replicas = replicasAt(new URL(url).origin, {
    open: (origin) => new Pool(origin, { connect: connectWithin(CONNECT_TIMEOUT_MS), maxResponseSize: ANSWER_BYTES }),
    close: (pool) => void pool.close(),
    ...(lookup && { find: lookup }),
  });

  const sendOnce = async ({ method, path, body }: Outgoing, signal: AbortSignal) => {
    const { requestId, trace } = currentRequest() ?? {};
    const replica = replicas.next();
    try {
      const response = await request(url + path, {
        dispatcher: replica.way,
        headers: {
          [SERVICE_TOKEN_HEADER]: serviceToken,
          ...(requestId && { [REQUEST_ID_HEADER]: requestId }),
          ...(trace && !isTraced() && { [TRACEPARENT_HEADER]: trace.traceparent }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal,
      });
      // It is about to stop.
      if (response.headers.connection === 'close') replicas.rest(replica);
      const text = await response.body.text();
      const isRefused = response.headers[SERVICE_TOKEN_HEADER] === TOKEN_REFUSED;
      noteToken(name, isRefused);
      if (isRefused)
        throw new TokenRefused(`${name} refuses our token: SERVICE_TOKEN must be the same in all processes`);
      return { status: response.statusCode, text };
    } catch (error) {
      if (isUnsent(error as Error) || isCutOff(error as Error) || signal.aborted) replicas.rest(replica);
      throw error;
    }
  };

  const send = async (outgoing: Outgoing, signal: AbortSignal) => {
    const mayRepeat = outgoing.method === 'GET' || outgoing.method === 'DELETE';
    let wasCutOff = false;
    for (let triesLeft = TRIES - 1; ; triesLeft -= 1) {
      try {
        return await sendOnce(outgoing, signal);
      } catch (error) {
        const wasUnsent = isUnsent(error as Error);
        // A connection may close before the whole answer is there, when its replica is replaced. A read or a deletion may be sent twice.
        // Only once: a request that crashes a replica must not reach all of them.
        const isRepeated = wasUnsent || (mayRepeat && !wasCutOff && isCutOff(error as Error));
        if (triesLeft === 0 || signal.aborted || !isRepeated) throw error;
        wasCutOff ||= !wasUnsent;
      }
    }
  };

  const ask = async (operation: InternalOperation, input: AnyInput) => {
    const limit = new AbortController();
    // Unlike AbortSignal.timeout, this costs nothing once the answer is there.
    const patience = timeoutAfterPendingIo(timeoutMs, () => limit.abort(new Error(`no answer in ${timeoutMs} ms`)));
    try {
      return await send(outgoingOf(operation, input), limit.signal);
    } finally {
      patience.cancel();
    }
  };

  /** The answer to a read; null for a 404. */
  const read = async (operation: InternalOperation, input: AnyInput): Promise<unknown> => {
    try {
      const { status, text } = await ask(operation, input);
      if (status === 404) return null;
      if (!isOk(status)) throw new Error(`status ${status}`);
      return await answerIn(text, operation, input);
    } catch (cause) {
      throw away(cause);
    }
  };

  const change = async (operation: InternalOperation, input: AnyInput): Promise<unknown> => {
    try {
      const { status, text } = await ask(operation, input);
      if (!isOk(status)) throw refusalIn(text) ?? new Error(`status ${status}`);
      return await answerIn(text, operation, input);
    } catch (cause) {
      throw cause instanceof Problem ? cause : away(cause);
    }
  };

  const call = async (operation: InternalOperation, input: AnyInput): Promise<unknown> => {
    if (operation.method !== 'GET') return change(operation, input);
    const answer = await read(operation, input);
    if (answer === null) throw away(new Error(`404 at ${outgoingOf(operation, input).path}`));
    return answer;
  };

  return { call, find: read } as ServiceClient<Name>;
}

/** Otherwise it would look like an outage, or as if nothing existed. */
class TokenRefused extends Error {}

/** A call's input, whatever its operation. */
interface AnyInput {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  answerSchema?: z.ZodType;
}

/** A request that is to be sent. */
interface Outgoing {
  method: InternalOperation['method'];
  /** With its query. */
  path: string;
  body: unknown;
}

function outgoingOf({ method, path }: InternalOperation, { params = {}, query = {}, body }: AnyInput): Outgoing {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return { method, path: search.size > 0 ? `${filled}?${search}` : filled, body };
}

/** The answer in a response's body; undefined if the operation has none. */
function answerIn(text: string, { answers }: InternalOperation, { answerSchema }: AnyInput): unknown {
  const [answer] = Object.values(answers);
  const schema = answerSchema ?? answer?.schema;
  // A schema of long lists may parse them in slices.
  return schema?.parseAsync(JSON.parse(text));
}

const refusal = problemSchema.pick({ type: true, detail: true, errors: true });

/** The JSON in `text`; undefined if it is none, as a proxy's page of an error. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The problem in a service's response, if the request was at fault (4xx) and not the service. */
function refusalIn(text: string): Problem | null {
  const body = refusal.safeParse(jsonIn(text)).data;
  const code = body?.type.slice(PROBLEM_TYPE_PREFIX.length) as ProblemCode;
  if (!body || !Object.hasOwn(PROBLEMS, code) || PROBLEMS[code].status >= 500) return null;
  return new Problem(code, body.detail, body.errors && { errors: body.errors });
}
