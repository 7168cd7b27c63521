import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Problem } from '@tavola/service-kit/http/problem.ts';
import {
  connectWithin,
  isCutOff,
  isLost,
  isUnsent,
  type Replica,
  replicasAt,
  timeoutAfterPendingIo,
} from '@tavola/service-kit/http/replicas.ts';
import { sendProblem } from '@tavola/service-kit/http/send-problem.ts';
import { REQUEST_ID_HEADER } from '@tavola/service-kit/observability/request-context.ts';
import { Client, type Dispatcher, errors, Pool } from 'undici';
import {
  type Destination,
  type Forwarder,
  overloadProblem,
  sendRefusal,
  slowUpstreamProblem,
  tookTooLong,
  unavailableProblem,
} from './forwarder.ts';

/**
 * Connect timeout, in milliseconds. Packets to the address of a replica that just stopped are lost, not refused, and TCP
 * retransmits them only a second later. Another replica is tried long before that.
 */
const CONNECT_TIMEOUT_MS = 300;

/** Idle connections close well before the services' keep-alive timeout (75 s), so that no service closes one in use. */
const KEEP_ALIVE_MS = 60_000;

/** Hop-by-hop headers (RFC 9110, 7.6.1), and `host`, which is each service's own. */
const NOT_PASSED_ON: ReadonlySet<string> = new Set([
  'connection',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The largest body that is small, in bytes. The proxy streams larger ones. */
const BODY_MAX = 64 * 1024;

/**
 * Whether undici can carry a request, at less cost: its body is small and has a Content-Length (a GET or HEAD has no body), and it
 * has no connection options to negotiate.
 */
export function isSmallRequest({ method, headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  const isRead = method === 'GET' || method === 'HEAD';
  return (
    (length === undefined || (!isRead && Number(length) <= BODY_MAX)) &&
    headers['transfer-encoding'] === undefined &&
    headers.upgrade === undefined &&
    (headers.connection === undefined || /^(keep-alive|close)$/i.test(headers.connection))
  );
}

/** Connections to one replica, and its number of late requests: they have waited half of their time limit. */
type Connections = { one(): Dispatcher; close(): void; late: number };

/** A replica with this many late requests gets no more: they would wait in vain and keep it from catching up. */
const LATE_MAX = 32;
const isBehind = ({ late }: Connections) => late >= LATE_MAX;

/** A limited pool of reused connections for short requests. */
const sharedConnections = (origin: string, options: Client.Options): Connections => {
  const pool = new Pool(origin, { ...options, connections: 256 });
  return { one: () => pool, close: () => void pool.close(), late: 0 };
};

/** Connections for streams: one per phone, closed with its stream. */
const ownConnections = (origin: string, options: Client.Options): Connections => ({
  one: () => new Client(origin, options),
  close: () => {},
  late: 0,
});

/** How many replicas are tried for a request that could not be sent. */
const TRIES = 3;

/**
 * Forwards requests that `isSmallRequest` accepts, like `proxyTo` but at less than half the cost: it uses undici's dispatcher
 * instead of Node's HTTP client. The body is buffered first, so a service gets only whole requests. If a replica can't be
 * reached or is about to stop, the request goes to the next one. A request that may have been sent is retried once, and only
 * if it is a read. `isForStreams`: each request has its own connection, so that none waits for another. `find` looks up the
 * addresses of a name, as DNS does.
 */
export function undiciForwarder(
  { service, url, log, timeoutMs, answerTimeoutMs = timeoutMs, refuse = sendRefusal }: Destination,
  { isForStreams = false, find }: { isForStreams?: boolean; find?: (name: string) => Promise<string[]> } = {},
): Forwarder {
  const { origin, pathname } = new URL(url);
  const prefix = pathname.replace(/\/$/, '');
  const options = {
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    connect: connectWithin(CONNECT_TIMEOUT_MS),
  };
  const replicas = replicasAt(origin, {
    open: (at) => (isForStreams ? ownConnections : sharedConnections)(at, options),
    close: (connections) => connections.close(),
    isBehind,
    ...(find && { find }),
  });
  const onFailure = (error: Error, requestId: string) =>
    log.warn({ service, requestId, reason: error.message }, 'service did not answer');

  return (req, res, requestId, withinMs) => {
    const refuseWith = (problem: Problem) => refuse(req, res, problem, requestId);
    const headers: string[] = [];
    for (const name in req.headers) {
      const value = req.headers[name];
      if (typeof value === 'string' && !NOT_PASSED_ON.has(name)) headers.push(name, value);
    }
    const path = prefix + req.url;
    const method = req.method as Dispatcher.HttpMethod;
    const mayRepeat = method === 'GET' || method === 'HEAD';
    const passOn = (body: Buffer | null, replica: Replica<Connections>, triesLeft = TRIES - 1, isRepeated = false) => {
      const again = (error: Error) => {
        const wasUnsent = isUnsent(error);
        if (!wasUnsent && !isCutOff(error)) return false;
        replicas.rest(replica);
        // Only once: a request that crashes a replica must not reach all of them.
        if (triesLeft === 0 || (!wasUnsent && (!mayRepeat || isRepeated))) return false;
        const other = replicas.next();
        if (withinMs !== undefined && isBehind(other.way)) return false;
        // A refused connection would be refused again; one that timed out may succeed.
        if (wasUnsent && other === replica && !isLost(error)) return false;
        passOn(body, other, triesLeft - 1, isRepeated || !wasUnsent);
        return true;
      };
      // It is about to stop. A request sent just as it closes the connection is lost.
      const onLeaving = () => replicas.rest(replica);
      const passage = new UpstreamResponse(res, requestId, {
        onFailure,
        again,
        refuseWith,
        onLeaving: isForStreams ? () => {} : onLeaving,
      });
      current = { passage, replica };
      replica.way.one().dispatch({ path, method, headers, body, reset: isForStreams }, passage);
    };
    let current: { passage: UpstreamResponse; replica: Replica<Connections> } | undefined;
    const giveUp = () => {
      if (!current?.passage.giveUp(slowUpstreamProblem(method))) return;
      // Perhaps only this replica is slow.
      replicas.rest(current.replica);
    };
    /** Gives up on a request if no response has begun after `ms`. It counts as late after half of that. */
    const waitFor = (ms: number) => {
      let late: Connections | undefined;
      let patience = timeoutAfterPendingIo(ms / 2, () => {
        if (!current || res.headersSent) return;
        patience = timeoutAfterPendingIo(ms / 2, giveUp);
        late = current.replica.way;
        late.late += 1;
      });
      res.once('close', () => {
        patience.cancel();
        if (late) late.late -= 1;
      });
    };
    const begin = (body: Buffer | null) => {
      const replica = replicas.next();
      if (withinMs === undefined) passOn(body, replica);
      else if (isBehind(replica.way)) refuseWith(overloadProblem());
      else {
        waitFor(withinMs);
        passOn(body, replica);
      }
    };
    if (!(Number(req.headers['content-length']) > 0)) begin(null);
    else gatherBody(req, res, { timeoutMs, requestId, onFailure, onWhole: begin });
  };
}

interface Gathering {
  /** How long the whole body may take, in milliseconds. */
  timeoutMs: number;
  requestId: string;
  onFailure: (error: Error, requestId: string) => void;
  onWhole: (body: Buffer) => void;
}

/** Buffers a body with a Content-Length. A body that takes too long gets a 504; one that is cut off is dropped. */
function gatherBody(
  req: IncomingMessage,
  res: ServerResponse,
  { timeoutMs, requestId, onFailure, onWhole }: Gathering,
) {
  const chunks: Buffer[] = [];
  const patience = setTimeout(() => {
    // The rest of the body must not block the client's next request on this connection.
    req.off('data', keep).off('end', finish).resume();
    const error = new Error('the body took too long');
    onFailure(error, requestId);
    sendProblem(res, tookTooLong(error), requestId);
  }, timeoutMs);
  const keep = (chunk: Buffer) => void chunks.push(chunk);
  const finish = () => {
    clearTimeout(patience);
    onWhole(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
  };
  req.on('data', keep).once('end', finish);
  res.once('close', () => clearTimeout(patience));
}

/** One response on its way from the service to the client. */
class UpstreamResponse implements Dispatcher.DispatchHandler {
  readonly #res: ServerResponse;
  readonly #requestId: string;
  readonly #onFailure: (error: Error, requestId: string) => void;
  readonly #again: (error: Error) => boolean;
  readonly #refuseWith: (problem: Problem) => void;
  readonly #onLeaving: () => void;
  #controller: Dispatcher.DispatchController | undefined;
  #length = -1;
  /** Whether the response is complete, failed or given up. */
  #isOver = false;

  /**
   * `again` retries the request where allowed, and returns whether it does. `refuseWith` answers where there is no response.
   * `onLeaving` is called when a replica wants its connections closed.
   */
  constructor(
    res: ServerResponse,
    requestId: string,
    {
      onFailure,
      again,
      refuseWith,
      onLeaving,
    }: {
      onFailure: (error: Error, requestId: string) => void;
      again: (error: Error) => boolean;
      refuseWith: (problem: Problem) => void;
      onLeaving: () => void;
    },
  ) {
    this.#res = res;
    this.#requestId = requestId;
    this.#onFailure = onFailure;
    this.#again = again;
    this.#refuseWith = refuseWith;
    this.#onLeaving = onLeaving;
    res.once('close', () => this.#letGo());
    // A client may disconnect during a write. Without a listener the error would crash the process.
    res.once('error', () => this.#letGo());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#res.destroyed || this.#isOver) controller.abort(new Error('Nobody waits for it.'));
  }

  /** Answers with `problem` if no response has begun, and returns whether it did. Later upstream data is discarded. */
  giveUp(problem: Problem): boolean {
    if (this.#isOver || this.#res.headersSent) return false;
    this.#isOver = true;
    this.#onFailure(problem.cause as Error, this.#requestId);
    this.#refuseWith(problem);
    this.#controller?.abort(problem.cause as Error);
    return true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    statusText = '',
  ): void {
    // An interim response (1xx), or the client already has another response.
    if (status < 200 || this.#isOver) return;
    if (headers.connection === 'close') this.#onLeaving();
    const passed: string[] = [REQUEST_ID_HEADER, this.#requestId];
    // Cacheable responses set their own Cache-Control.
    if (headers['cache-control'] === undefined) passed.push('cache-control', 'no-store');
    for (const name in headers) {
      if (NOT_PASSED_ON.has(name) || name === REQUEST_ID_HEADER) continue;
      const value = headers[name];
      if (typeof value === 'string') passed.push(name, value);
      else for (const one of value ?? []) passed.push(name, one);
    }
    this.#length = Number(headers['content-length'] ?? -1);
    this.#res.writeHead(status, statusText, passed);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const res = this.#res;
    // The client is gone, or the gateway is stopping and has ended the stream.
    if (res.destroyed || res.writableEnded) return;
    if (chunk.length === this.#length) {
      // The body is complete: as a latin1 string it goes out with the head in one write.
      res.end(chunk.toString('latin1'), 'latin1');
    } else if (!res.write(chunk)) {
      controller.pause();
      res.once('drain', () => controller.resume());
    }
  }

  onResponseEnd(): void {
    this.#isOver = true;
    if (!this.#res.writableEnded) this.#res.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    // It was refused already, though the refusal may not be sent yet.
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#res.destroyed || this.#res.writableEnded) return;
    if (!this.#res.headersSent && this.#again(error)) return;
    this.#onFailure(error, this.#requestId);
    const isLate = error instanceof errors.HeadersTimeoutError;
    this.#refuseWith(isLate ? tookTooLong(error) : unavailableProblem(error));
  }

  #letGo(): void {
    if (!this.#isOver) this.#controller?.abort(new Error('The client went away.'));
  }
}
