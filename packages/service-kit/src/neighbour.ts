import type { z } from 'zod';
import { SERVICE_TOKEN_HEADER } from './access.ts';
import { Problem } from './problem.ts';
import { currentRequestId, REQUEST_ID_HEADER } from './request-context.ts';

export interface NeighbourOptions {
  /** The service's name, for messages. */
  name: string;
  /** Its base URL, without a trailing slash. */
  url: string;
  serviceToken: string;
  /** How long an answer may take, in milliseconds. */
  timeoutMs?: number;
}

/** Another service, asked over HTTP. */
export interface Neighbour {
  /**
   * The answer to GET `path` in the shape of `schema`, or null where the neighbour says 404.
   * @throws Problem `unavailable` when it does not answer in time, or not as agreed.
   */
  find<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema> | null>;
  /** As `find`, for what always exists: a 404 is a fault too. */
  get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>;
}

/** An HTTP client for one neighbour: service token, request id, time-out, and answers checked against their contract. */
export function makeNeighbour({ name, url, serviceToken, timeoutMs = 2000 }: NeighbourOptions): Neighbour {
  const away = (cause: unknown) =>
    new Problem('unavailable', 'A part of the service does not answer right now. Please try again in a moment.', {
      cause: new Error(`${name} did not answer as agreed`, { cause }),
      retryAfter: 2,
    });

  const find = async <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema> | null> => {
    const requestId = currentRequestId();
    try {
      const response = await fetch(url + path, {
        headers: { [SERVICE_TOKEN_HEADER]: serviceToken, ...(requestId && { [REQUEST_ID_HEADER]: requestId }) },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
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
  };
}
