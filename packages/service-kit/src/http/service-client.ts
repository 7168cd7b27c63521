import { PROBLEM_TYPE_PREFIX, PROBLEMS, type ProblemCode, problemSchema } from '@tavola/contracts/errors.ts';
import { type Dispatcher, Pool, request } from 'undici';
import type { z } from 'zod';
import { currentRequest, REQUEST_ID_HEADER } from '../observability/request-context.ts';
import { isTraced, TRACEPARENT_HEADER } from '../observability/trace-context.ts';
import { SERVICE_TOKEN_HEADER } from './access.ts';
import { Problem } from './problem.ts';
import { connectWithin, isUnsent, replicasAt } from './replicas.ts';

/** Connect timeout, in milliseconds: long before the answer's own, so that another replica can be tried. */
const CONNECT_TIMEOUT_MS = 500;

/** How large an answer may be, in bytes: four times the largest one, a menu with its translations. */
export const ANSWER_BYTES = 16_000_000;

/** How many replicas are tried for a request that could not be sent. */
const TRIES = 3;

const isOk = (status: number) => status < 300;

export interface ServiceClientOptions {
  /** The service's name, for messages. */
  name: string;
  /** Its base URL, without a trailing slash. */
  url: string;
  serviceToken: string;
  /** How long an answer may take, in milliseconds. */
  timeoutMs?: number;
  /** Looks up all addresses of its name, as DNS does. */
  lookup?(name: string): Promise<string[]>;
}

/** Another service, called over HTTP. */
export interface ServiceClient {
  /**
   * The response to GET `path`, parsed by `schema`, or null for a 404.
   * @throws Problem `unavailable` if the service does not answer in time, or breaks its contract.
   */
  find<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema> | null>;
  /** As `find`, for resources that always exist: a 404 is an error too. */
  get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>;
  /**
   * Changes something in the other service: the response to PUT `path` with `body`.
   * @throws Problem from the service for a 4xx; `unavailable` if it does not answer in time, or breaks its contract. The change
   * may or may not have been made then.
   */
  put<Schema extends z.ZodType>(path: string, body: unknown, schema: Schema): Promise<z.output<Schema>>;
  /**
   * Deletes the resource at `path`. The request may be sent twice.
   * @throws as `put`.
   */
  delete(path: string): Promise<void>;
}

/**
 * An HTTP client for one service: service token, request id and trace, timeout, and responses of at most `ANSWER_BYTES`, checked
 * against the contract. Its replicas take turns.
 */
export function makeServiceClient({
  name,
  url,
  serviceToken,
  timeoutMs = 2000,
  lookup,
}: ServiceClientOptions): ServiceClient {
  const away = (cause: unknown) =>
    new Problem('unavailable', 'Part of the service is unavailable right now. Please try again in a moment.', {
      cause: new Error(`${name} did not answer as agreed`, { cause }),
      retryAfter: 2,
    });

  const replicas = replicasAt(new URL(url).origin, {
    open: (origin) => new Pool(origin, { connect: connectWithin(CONNECT_TIMEOUT_MS), maxResponseSize: ANSWER_BYTES }),
    close: (pool) => void pool.close(),
    ...(lookup && { find: lookup }),
  });

  const sendOnce = async (path: string, method: Dispatcher.HttpMethod, body: unknown, signal: AbortSignal) => {
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
      return response;
    } catch (error) {
      if (isUnsent(error as Error) || signal.aborted) replicas.rest(replica);
      throw error;
    }
  };

  const send = async (path: string, method: Dispatcher.HttpMethod, body: unknown, signal: AbortSignal) => {
    for (let triesLeft = TRIES - 1; ; triesLeft -= 1) {
      try {
        return await sendOnce(path, method, body, signal);
      } catch (error) {
        const wasUnsent = isUnsent(error as Error);
        // A connection may close as a request is sent, when its replica is replaced. A read or a deletion may be sent twice.
        if (triesLeft === 0 || signal.aborted || (method === 'PUT' && !wasUnsent)) throw error;
        // Only once: a request that crashes a replica must not reach all of them.
        if (!wasUnsent) triesLeft = 1;
      }
    }
  };

  const ask = async (path: string, method: Dispatcher.HttpMethod = 'GET', body?: unknown) => {
    const limit = new AbortController();
    // Unlike AbortSignal.timeout, this costs nothing once the answer is there.
    const timer = setTimeout(() => limit.abort(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
    try {
      const response = await send(path, method, body, limit.signal);
      return { status: response.statusCode, text: await response.body.text() };
    } finally {
      clearTimeout(timer);
    }
  };

  const find = async <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema> | null> => {
    try {
      const { status, text } = await ask(path);
      if (status === 404) return null;
      if (!isOk(status)) throw new Error(`status ${status}`);
      // A schema of long lists may parse them in slices.
      return await schema.parseAsync(JSON.parse(text));
    } catch (cause) {
      throw away(cause);
    }
  };

  return {
    find,
    async get(path, schema) {
      const answer = await find(path, schema);
      if (answer === null) throw away(new Error(`404 at ${path}`));
      return answer;
    },
    async put(path, body, schema) {
      try {
        const { status, text } = await ask(path, 'PUT', body);
        if (isOk(status)) return schema.parse(JSON.parse(text));
        throw refusalIn(text) ?? new Error(`status ${status}`);
      } catch (cause) {
        throw cause instanceof Problem ? cause : away(cause);
      }
    },
    async delete(path) {
      try {
        const { status, text } = await ask(path, 'DELETE');
        if (!isOk(status)) throw refusalIn(text) ?? new Error(`status ${status}`);
      } catch (cause) {
        throw cause instanceof Problem ? cause : away(cause);
      }
    },
  };
}

const refusal = problemSchema.pick({ type: true, detail: true, errors: true });

/** The problem in a service's response, if the request was at fault (4xx) and not the service. */
function refusalIn(text: string): Problem | null {
  const body = refusal.safeParse(JSON.parse(text)).data;
  const code = body?.type.slice(PROBLEM_TYPE_PREFIX.length) as ProblemCode;
  if (!body || !Object.hasOwn(PROBLEMS, code) || PROBLEMS[code].status >= 500) return null;
  return new Problem(code, body.detail, body.errors && { errors: body.errors });
}
