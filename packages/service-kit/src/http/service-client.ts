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

/** An HTTP client for one service: service token, request id and trace, timeout, and responses checked against the contract. */
export function makeServiceClient({ name, url, serviceToken, timeoutMs = 2000 }: ServiceClientOptions): ServiceClient {
  const away = (cause: unknown) =>
    new Problem('unavailable', 'Part of the service is unavailable right now. Please try again in a moment.', {
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

  // A keep-alive connection may close as a request is sent, when its replica is replaced. Sending twice does no harm.
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
      // A schema of long lists may parse them in slices.
      return await schema.parseAsync(await response.json());
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

/** The problem in a service's response, if the request was at fault (4xx) and not the service. */
function refusalIn(answer: unknown): Problem | null {
  const body = refusal.safeParse(answer).data;
  const code = body?.type.slice(PROBLEM_TYPE_PREFIX.length) as ProblemCode;
  if (!body || !Object.hasOwn(PROBLEMS, code) || PROBLEMS[code].status >= 500) return null;
  return new Problem(code, body.detail, body.errors && { errors: body.errors });
}
