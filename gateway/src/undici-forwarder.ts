import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Problem } from '@tavola/service-kit/http/problem.ts';
import { sendProblem } from '@tavola/service-kit/http/send-problem.ts';
import { REQUEST_ID_HEADER } from '@tavola/service-kit/observability/request-context.ts';
import { Client, type Dispatcher, errors, Pool } from 'undici';
import type { Destination, Forwarder } from './forwarder.ts';
import { overloadProblem, slowUpstreamProblem, tookTooLong, unavailableProblem } from './problem-answer.ts';
import {
  connectWithin,
  isCutOff,
  isLost,
  isUnsent,
  type Replica,
  replicasAt,
  timeoutAfterPendingIo,
} from './replicas.ts';

/**
 * How long making a connection may take, in milliseconds. What was sent to an address that a stopped replica has just left is
 * not refused but lost, and sent again a second later: another replica is tried long before.
 */
const CONNECT_TIMEOUT_MS = 300;

/** An idle connection ends well before the services' own keep-alive time-out (75 s), so that none is closed as it is used. */
const KEEP_ALIVE_MS = 60_000;

/** What is about one connection (RFC 9110, 7.6.1), and `host`, which is the service's own. */
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

/** The largest body the fast lane carries, in bytes; larger ones stream by the proxy. */
const BODY_MAX = 64 * 1024;

/**
 * Whether the fast lane can carry a request: one whose body is small and says how long it is (a GET or HEAD has none), with
 * nothing about its connection to settle.
 */
export function fitsFastLane({ method, headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  const isRead = method === 'GET' || method === 'HEAD';
  return (
    (length === undefined || (!isRead && Number(length) <= BODY_MAX)) &&
    headers['transfer-encoding'] === undefined &&
    headers.upgrade === undefined &&
    (headers.connection === undefined || /^(keep-alive|close)$/i.test(headers.connection))
  );
}

/** Connections to one replica of a service, and how many requests have waited there for half of the time that they may. */
type Connections = { one(): Dispatcher; close(): void; late: number };

/** At a replica where so many are late nothing more is asked: it would wait in vain, and keep it from catching up. */
const LATE_MAX = 32;
const isBehind = ({ late }: Connections) => late >= LATE_MAX;

/** The connections of requests that are soon over: at most so many, used again and again. */
const sharedConnections = (origin: string, options: Client.Options): Connections => {
  const pool = new Pool(origin, { ...options, connections: 256 });
  return { one: () => pool, close: () => void pool.close(), late: 0 };
};

/** The connections of streams: as many as there are phones, each gone with its stream. */
const ownConnections = (origin: string, options: Client.Options): Connections => ({
  one: () => new Client(origin, options),
  close: () => {},
  late: 0,
});

/** On how many replicas a request is tried that could not be sent. */
const TRIES = 3;

/**
 * Passes requests that fit on as `proxyTo` does, for less than half its price: over undici's dispatcher instead of Node's
 * HTTP client. A body is gathered first, so a service is bothered only with whole ones. A request goes to the next replica
 * when one can't be reached, or is about to stop; what may have been sent is sent once more only if it asks and changes nothing. `isForStreams`:
 * each has a connection of its own, so that none ever waits for another. `find` gives the addresses of a name, as the name
 * server does.
 */
export function undiciForwarder(
  { service, url, log, timeoutMs }: Destination,
  { isForStreams = false, find }: { isForStreams?: boolean; find?: (name: string) => Promise<string[]> } = {},
): Forwarder {
  const { origin, pathname } = new URL(url);
  const prefix = pathname.replace(/\/$/, '');
  const options = {
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
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
    const headers: string[] = [];
    for (const name in req.headers) {
      const value = req.headers[name];
      if (typeof value === 'string' && !NOT_PASSED_ON.has(name)) headers.push(name, value);
    }
    const path = prefix + req.url;
    const method = req.method as Dispatcher.HttpMethod;
    const mayRepeat = method === 'GET' || method === 'HEAD';
    const passOn = (body: Buffer | null, replica: Replica<Connections>, triesLeft = TRIES - 1) => {
      const again = (error: Error) => {
        const wasUnsent = isUnsent(error);
        if (wasUnsent) replicas.rest(replica);
        else if (!mayRepeat || !isCutOff(error)) return false;
        const other = replicas.next();
        if (withinMs !== undefined && isBehind(other.way)) return false;
        // A refusal would be the same again; what was lost on the way may get there.
        if (triesLeft === 0 || (wasUnsent && other === replica && !isLost(error))) return false;
        // Once only: what makes a service end must not go round all of them.
        passOn(body, other, wasUnsent ? triesLeft - 1 : 0);
        return true;
      };
      // It is about to stop: what is sent on a connection just as it closes that one is lost.
      const onLeaving = () => replicas.rest(replica);
      const passage = new UpstreamResponse(res, requestId, onFailure, again, isForStreams ? () => {} : onLeaving);
      current = { passage, replica };
      replica.way.one().dispatch({ path, method, headers, body, reset: isForStreams }, passage);
    };
    let current: { passage: UpstreamResponse; replica: Replica<Connections> } | undefined;
    const giveUp = () => {
      if (!current?.passage.giveUp(slowUpstreamProblem(method))) return;
      // It may be this one only.
      replicas.rest(current.replica);
    };
    /** Gives up on what has not begun to answer `ms` from now; halfway it counts as late. */
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
      else if (isBehind(replica.way)) sendProblem(res, overloadProblem(), requestId);
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
  /** How long the body may pause, in milliseconds. */
  timeoutMs: number;
  requestId: string;
  onFailure: (error: Error, requestId: string) => void;
  onWhole: (body: Buffer) => void;
}

/** Gathers a body that says how long it is. One that pauses for too long is answered as by the proxy; one that is cut off goes nowhere. */
function gatherBody(
  req: IncomingMessage,
  res: ServerResponse,
  { timeoutMs, requestId, onFailure, onWhole }: Gathering,
) {
  const chunks: Buffer[] = [];
  const patience = setTimeout(() => {
    // What still comes must not stand before the client's next request on this connection.
    req.off('data', keep).off('end', finish).resume();
    const error = new Error('the body paused for too long');
    onFailure(error, requestId);
    sendProblem(res, tookTooLong(error), requestId);
  }, timeoutMs);
  const keep = (chunk: Buffer) => {
    chunks.push(chunk);
    patience.refresh();
  };
  const finish = () => {
    clearTimeout(patience);
    onWhole(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
  };
  req.on('data', keep).once('end', finish);
  res.once('close', () => clearTimeout(patience));
}

/** One answer on its way from the service to the client. */
class UpstreamResponse implements Dispatcher.DispatchHandler {
  readonly #res: ServerResponse;
  readonly #requestId: string;
  readonly #onFailure: (error: Error, requestId: string) => void;
  readonly #again: (error: Error) => boolean;
  readonly #onLeaving: () => void;
  #controller: Dispatcher.DispatchController | undefined;
  #length = -1;
  /** Whether the service has said all it had to say. */
  #isOver = false;

  /**
   * `again` tries the request once more where that may be, and says whether it does. `onLeaving` hears of a replica that wants
   * its connections closed.
   */
  constructor(
    res: ServerResponse,
    requestId: string,
    onFailure: (error: Error, requestId: string) => void,
    again: (error: Error) => boolean,
    onLeaving: () => void,
  ) {
    this.#res = res;
    this.#requestId = requestId;
    this.#onFailure = onFailure;
    this.#again = again;
    this.#onLeaving = onLeaving;
    res.once('close', () => this.#letGo());
    // A client may leave while something is being written; without a listener that would end the process.
    res.once('error', () => this.#letGo());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#res.destroyed || this.#isOver) controller.abort(new Error('Nobody waits for it.'));
  }

  /** Answers with `problem` where no answer has begun, and says whether it did. What the service says after that is nobody's. */
  giveUp(problem: Problem): boolean {
    if (this.#isOver || this.#res.headersSent) return false;
    this.#isOver = true;
    this.#onFailure(problem.cause as Error, this.#requestId);
    sendProblem(this.#res, problem, this.#requestId);
    this.#controller?.abort(problem.cause as Error);
    return true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    statusText = '',
  ): void {
    // An interim answer; the one that counts is still to come. Or the client has had another one.
    if (status < 200 || this.#isOver) return;
    if (headers.connection === 'close') this.#onLeaving();
    const passed: string[] = [REQUEST_ID_HEADER, this.#requestId];
    // What may be kept says so itself.
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
    // The client is gone, or the gateway has ended a stream because it stops.
    if (res.destroyed || res.writableEnded) return;
    if (chunk.length === this.#length) {
      // All of it is here: as a string of bytes it leaves together with the head in one write.
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
    this.#isOver = true;
    if (this.#res.destroyed || this.#res.writableEnded) return;
    if (!this.#res.headersSent && this.#again(error)) return;
    this.#onFailure(error, this.#requestId);
    const isLate = error instanceof errors.HeadersTimeoutError;
    sendProblem(this.#res, isLate ? tookTooLong(error) : unavailableProblem(error), this.#requestId);
  }

  #letGo(): void {
    if (!this.#isOver) this.#controller?.abort(new Error('The client went away.'));
  }
}
