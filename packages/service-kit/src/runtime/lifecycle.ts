import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { collectDefaultMetrics } from 'prom-client';
import { Problem } from '../http/problem.ts';
import type { Requests } from '../http/request-log.ts';
import { sendProblem } from '../http/send-problem.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { newRequestId } from '../observability/request-context.ts';
import { closeTracer } from '../observability/trace-context.ts';
import { operatorEndpoints, READY_PATH, type ReadyCheck, sayReady } from './health.ts';

/** How often a server looks for requests that took too long to arrive, in milliseconds. */
const CHECK_MS = 5_000;

/** How often a stopping server closes connections that have become idle, in milliseconds. */
const SWEEP_MS = 25;

/** How long requests in flight may take to finish after the server stops accepting, in milliseconds. */
const DRAIN_MS = 15_000;

/** An iteration of the event loop this short means that no connection is pending; and how long to wait for one. In milliseconds. */
const QUIET_ITERATION_MS = 0.1;
const QUIET_WAIT_MS = 500;

/** How long the warm-up may take, in milliseconds. */
const WARM_UP_MS = 3_000;

/** How long a connection that is to close waits for the rest of a body, in milliseconds. */
const LINGER_MS = 5_000;

/** How long stopping may take, in milliseconds. */
const STOP_MS = 25_000;

interface RunningServer {
  /** http://host:port */
  url: string;
  server: Server;
  /** Keeps serving but reports that it is not ready, and closes each connection after its next response. */
  drain(): void;
  /** Once no connection is pending, stops accepting, lets requests in flight finish (15 s at most), then drops the rest. */
  close(): Promise<void>;
}

/** Starts a server for `app`; `port` 0 picks a free one. */
export async function startServer(
  app: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<RunningServer> {
  let isDraining = false;
  const server = createServer({ connectionsCheckingInterval: CHECK_MS }, (req, res) => {
    lingerOnClose(req);
    if (req.method === 'TRACE') {
      refuseTrace(res);
      return;
    }
    if (hasTwoHosts(req)) {
      refuseHosts(res);
      return;
    }
    if (isDraining) {
      res.shouldKeepAlive = false;
      // A forwarder reads here whether the connection closes.
      req.headers.connection = 'close';
      if (req.url === READY_PATH) {
        sayReady(res, false);
        return;
      }
    }
    app(req, res);
  });
  // Longer than our clients keep idle connections, so that none is closed just as a request is sent on it.
  server.keepAliveTimeout = 75_000;
  server.headersTimeout = 20_000;
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const address = server.address() as AddressInfo;
  const drain = () => {
    isDraining = true;
  };
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
    server,
    drain,
    close: async () => {
      drain();
      await quietIteration();
      await new Promise<void>((resolve) => {
        const giveUp = setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
        // Node closes only connections idle now. A keep-alive connection whose request ends later would stay until its timeout.
        const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
        server.close(() => {
          clearTimeout(giveUp);
          clearInterval(sweep);
          resolve();
        });
      });
    },
  };
}

/**
 * Keeps a connection that closes after its response open until the body of `req` has arrived, up to `LINGER_MS`. Closing it with
 * unread data resets it, and the client, still sending, would lose the response. It is closed by `destroySoon` in Node's server.
 */
function lingerOnClose(req: IncomingMessage): void {
  if (!hasBody(req)) return;
  const { socket } = req;
  const close = () => Socket.prototype.destroySoon.call(socket);
  socket.destroySoon = () => {
    if (req.complete) {
      close();
      return;
    }
    socket.end();
    req.resume();
    const patience = setTimeout(close, LINGER_MS);
    req.once('end', close);
    socket.once('close', () => clearTimeout(patience));
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Waits until an iteration of the event loop is nearly empty. Connections that arrive during a busy one are not accepted yet, and
 * closing the server then would refuse them.
 */
async function quietIteration(): Promise<void> {
  const patience = performance.now() + QUIET_WAIT_MS;
  let startedAt: number;
  do {
    startedAt = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
  } while (performance.now() - startedAt > QUIET_ITERATION_MS && startedAt < patience);
}

/** TRACE would echo the request, including headers that our proxies added. */
function refuseTrace(res: ServerResponse): void {
  res.setHeader('Allow', 'GET, HEAD, POST, PUT, DELETE, OPTIONS');
  sendProblem(res, new Problem('method-not-allowed', 'TRACE is not answered here.'), newRequestId());
}

/** Node uses the first of two Host headers; a proxy in front may have used the other. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function refuseHosts(res: ServerResponse): void {
  res.shouldKeepAlive = false;
  sendProblem(res, new Problem('malformed-request', 'A request names one host.'), newRequestId());
}

interface ProcessParts {
  env: {
    HOST: string;
    PORT?: number;
    METRICS_PORT?: number | undefined;
    DRAIN_DELAY_MS?: number | undefined;
  };
  log: Logger;
  ready: ReadyCheck;
  metrics: Metrics;
  /** A worker has none. */
  requests?: Requests;
  /**
   * Does the one-time work that the first requests would wait for: creating Prisma's compiler and a connection takes fifty
   * times as long as a query. If it fails or takes longer than 3 s, the process serves anyway.
   */
  warmUp?(): Promise<unknown>;
  /** Handles requests at HOST and PORT; a worker has none. */
  listener?: RequestListener;
  /** Lets work in flight finish and closes the dependencies. Call `closeServer` once the streams allow it. */
  stop(closeServer: () => Promise<void>): Promise<void>;
}

/**
 * Runs a process from start to exit. An error from `start` (a wrong environment) or a port in use is written to stderr and
 * ends the process. On SIGTERM or SIGINT the process reports that it is not ready, keeps serving for DRAIN_DELAY_MS, then stops
 * cleanly. A second signal, or 25 s, ends it immediately.
 */
export function run(name: string, start: () => Promise<ProcessParts> | ProcessParts): void {
  begin(name, start).catch((error: Error) => {
    const said = error.name === 'EnvError' ? error.message : (error.stack ?? error.message);
    process.stderr.write(`${name} did not start. ${said}\n`);
    process.exit(1);
  });
}

/** A process's dependencies. They include its parts. */
type Deps = Omit<ProcessParts, 'env' | 'listener' | 'stop'> & { close(): Promise<void> };

/**
 * Runs the service `name` as `run` does; a worker has no app. When it stops, requests in flight finish before its dependencies
 * are closed.
 */
export function runService<Env extends ProcessParts['env'], ServiceDeps extends Deps>(
  name: string,
  readEnv: () => Env,
  makeDeps: (env: Env) => ServiceDeps,
  makeApp?: (deps: ServiceDeps) => RequestListener,
): void {
  run(name, () => {
    const env = readEnv();
    const deps = makeDeps(env);
    return {
      ...deps,
      env,
      ...(makeApp && { listener: makeApp(deps) }),
      async stop(closeServer) {
        await closeServer();
        await deps.close();
      },
    };
  });
}

async function begin(name: string, start: () => Promise<ProcessParts> | ProcessParts): Promise<void> {
  const { env, log, ready, metrics, requests, warmUp, listener, stop } = await start();
  const { HOST: host, PORT: port, METRICS_PORT: metricsPort, DRAIN_DELAY_MS: delayMs = 0 } = env;
  const servers: RunningServer[] = [];
  const open = async (app: RequestListener, at: number) => {
    const running = await startServer(app, { host, port: at });
    servers.push(running);
    return running;
  };
  if (warmUp) await pTimeout(warmUp(), { milliseconds: WARM_UP_MS }).catch(() => {});
  if (metricsPort !== undefined) collectDefaultMetrics({ register: metrics });
  const forOperators =
    metricsPort === undefined ? undefined : await open(operatorEndpoints({ ready, metrics }), metricsPort);
  const forAll = listener && port !== undefined ? await open(listener, port) : undefined;
  log.info({ url: forAll?.url, metricsUrl: forOperators?.url }, `${name} is up`);
  stopOnSignal(log, async () => {
    for (const server of servers) server.drain();
    await rest(delayMs);
    await stop(async () => forAll?.close());
    await forOperators?.close();
    requests?.flush();
    await closeTracer();
  });
}

function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_MS).unref();
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'could not stop in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
