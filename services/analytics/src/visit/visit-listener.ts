import type { IncomingMessage, ServerResponse } from 'node:http';
import { analyticsOperations } from '@tavola/contracts/operations/analytics.ts';
import { addressOf } from '@tavola/service-kit/http/address-key.ts';
import { isBot } from '@tavola/service-kit/http/bots.ts';
import { hasDoNotTrack } from '@tavola/service-kit/http/do-not-track.ts';
import { BODY_LIMIT_BYTES } from '@tavola/service-kit/http/http-app.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { contextOf, inRequest, REQUEST_ID_HEADER } from '@tavola/service-kit/observability/request-context.ts';
import pTimeout from 'p-timeout';
import type { Deps } from '../deps.ts';

const { path: VISITS_PATH, body: visitInput } = analyticsOperations.countVisit;

/** How long a response waits for the stream, in milliseconds. The page has closed by then; the visit is still added later. */
const WAIT_MS = 100;

/** JSON in UTF-8, which is also the default charset. */
const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i;

/**
 * Handles a page's report of a view before Express sees the request: Express alone costs more than counting. It sets
 * no cookie, and stores or forwards nothing that identifies the guest. Returns whether the request was such a report;
 * rejected ones go to `refuse`.
 */
export function visitListener(
  { tellView, requests }: Pick<Deps, 'tellView' | 'requests'>,
  refuse: (req: IncomingMessage, res: ServerResponse, why: unknown) => void,
) {
  const route = requests.to('POST', VISITS_PATH);
  const take = async (req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void> => {
    const view = valid(visitInput, parsed(body));
    const startedAt = performance.now();
    const context = contextOf(req.headers);
    const userAgent = req.headers['user-agent'] ?? '';
    if (!hasDoNotTrack(req.headers) && !isBot(userAgent)) {
      const told = inRequest(context, () => tellView(view, { address: addressOf(req), userAgent }));
      await pTimeout(told, { milliseconds: WAIT_MS, message: false });
    }
    res.writeHead(204, [REQUEST_ID_HEADER, context.requestId, 'Cache-Control', 'no-store']).end();
    context.trace?.name?.('POST', VISITS_PATH);
    requests.note(route, context, { path: VISITS_PATH, status: 204, ms: performance.now() - startedAt });
  };

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const { method, url = '' } = req;
    if (method !== 'POST' || !(url === VISITS_PATH || url.startsWith(`${VISITS_PATH}?`))) return false;
    readBody(req, (error, body) => {
      if (error) refuse(req, res, error);
      else take(req, res, body).catch((why) => refuse(req, res, why));
    });
    return true;
  };
}

/** Reads a body of JSON text; a truncated body is dropped. */
function readBody(req: IncomingMessage, done: (error: Problem | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const refuse = (problem: Problem) => {
    // The rest of the body must be consumed before the client's next request on this connection.
    req.removeAllListeners('data').removeAllListeners('end').resume();
    done(problem, Buffer.alloc(0));
  };
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = req.headers;
  if (!JSON_TYPE.test(type) || encoding !== 'identity') {
    refuse(
      new Problem('unsupported-media-type', 'The body must be uncompressed JSON in UTF-8, sent as application/json.'),
    );
    return;
  }
  req.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > BODY_LIMIT_BYTES)
      refuse(new Problem('body-too-large', `The body can be at most ${BODY_LIMIT_BYTES / 1024} KiB.`));
  });
  req.on('end', () => done(null, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (cause) {
    throw new Problem('malformed-body', 'The body is not valid JSON.', { cause });
  }
}
