import { PROBLEM_TYPE_PREFIX, PROBLEMS, type ProblemCode, problemSchema } from '@tavola/contracts/errors.ts';
import type { z } from 'zod';
import { currentRequest, REQUEST_ID_HEADER } from '../observability/request-context.ts';
import { isTraced, TRACEPARENT_HEADER } from '../observability/trace-context.ts';
import { SERVICE_TOKEN_HEADER } from './access.ts';
import { Problem } from './problem.ts';

export interface ServiceClientOptions {
  /** The service's name, for messages. */
  name: string;
  /** Its base URL, without a trailing slash. */
  url: string;
  serviceToken: string;
  /** How long an answer may take, in milliseconds. */
  timeoutMs?: number;
}

/** Another service, asked over HTTP. */
export interface ServiceClient {
  /**
   * The answer to GET `path` in the shape of `schema`, or null where the neighbour says 404.
   * @throws Problem `unavailable` when it does not answer in time, or not as agreed.
   */
  find<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema> | null>;
  /** As `find`, for what always exists: a 404 is a fault too. */
  get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>;
  /**
   * Has the neighbour change something: the answer to PUT `path` with `body`.
   * @throws Problem as the neighbour refused it (4xx); `unavailable` when it does not answer in time, or not as agreed, and
   * nobody can say whether it was done.
   */
  put<Schema extends z.ZodType>(path: string, body: unknown, schema: Schema): Promise<z.output<Schema>>;
  /**
   * Has the neighbour delete what is at `path`, which may be asked for twice.
   * @throws as `put`.
   */
  delete(path: string): Promise<void>;
}

/** An HTTP client for one neighbour: service token, request id and trace, time-out, and answers checked against their contract. */
export function makeServiceClient({ name, url, serviceToken, timeoutMs = 2000 }: ServiceClientOptions): ServiceClient {
  const away = (cause: unknown) =>
    new Problem('unavailable', 'A part of the service does not answer right now. Please try again in a moment.', {
      cause: new Error(`${name} did not answer as agreed`, { cause }),
      retryAfter: 2,
    });

  const send = (path: string, method = 'GET', body?: unknown): Promise<Response> => {
    const { requestId, trace } = currentRequest() ?? {};
    return fetch(url + path, {
      headers: {
        [SERVICE_TOKEN_HEADER]: serviceToken,
        ...(requestId && { [REQUEST_ID_HEADER]: requestId }),
        ...(trace && !isTraced() && { [TRACEPARENT_HEADER]: trace.traceparent }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  };

  // A kept connection may end as a request goes out on it, when the replica behind it is replaced: asking twice does no harm.
  const sendTwice = (path: string, method?: string): Promise<Response> =>
    send(path, method).catch((error: Error) => {
      if (error.name === 'TimeoutError') throw error;
      return send(path, method);
    });

  const find = async <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema> | null> => {
    try {
      const response = await sendTwice(path);
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`status ${response.status}`);
      }
      return schema.parse(await response.json());
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
        const response = await send(path, 'PUT', body);
        const answer: unknown = await response.json();
        if (response.ok) return schema.parse(answer);
        throw refusalIn(answer) ?? new Error(`status ${response.status}`);
      } catch (cause) {
        throw cause instanceof Problem ? cause : away(cause);
      }
    },
    async delete(path) {
      try {
        const response = await sendTwice(path, 'DELETE');
        if (!response.ok) throw refusalIn(await response.json()) ?? new Error(`status ${response.status}`);
        await response.body?.cancel();
      } catch (cause) {
        throw cause instanceof Problem ? cause : away(cause);
      }
    },
  };
}

const refusal = problemSchema.pick({ type: true, detail: true, errors: true });

/** The problem that a neighbour answered with, where it is one of a request (4xx) and not of its own. */
function refusalIn(answer: unknown): Problem | null {
  const body = refusal.safeParse(answer).data;
  const code = body?.type.slice(PROBLEM_TYPE_PREFIX.length) as ProblemCode;
  if (!body || !Object.hasOwn(PROBLEMS, code) || PROBLEMS[code].status >= 500) return null;
  return new Problem(code, body.detail, body.errors && { errors: body.errors });
}
