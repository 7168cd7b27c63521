import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { collectDefaultMetrics } from 'prom-client';
import { operations } from '../http/probes.ts';
import { Problem } from '../http/problem.ts';
import type { Requests } from '../http/request-log.ts';
import { sendProblem } from '../http/send-problem.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { newRequestId } from '../observability/request-context.ts';
import { closeTracer } from '../observability/trace-context.ts';
import { READY_PATH, type ReadyCheck, sayReady } from './health.ts';

/** How often a server that stops looks for connections that have become idle, in milliseconds. */
const SWEEP_MS = 25;

/** How long requests in flight may take to finish once the server takes no new ones, in milliseconds. */
const DRAIN_MS = 15_000;

/** A turn of the event loop this short, in milliseconds, found nobody at the door; how long to wait for one. */
const QUIET_TURN_MS = 0.1;
const QUIET_WAIT_MS = 500;

/** How long a process that starts may take to warm up, in milliseconds. */
const WARM_UP_MS = 3_000;

/** How long a process may take to stop, in milliseconds. */
const STOP_MS = 25_000;

export interface RunningServer {
  /** http://host:port */
  url: string;
  server: Server;
  /** Goes on serving, but says that it is not ready, and has every client leave its connection after its next answer. */
  drain(): void;
  /** Once nobody waits at the door, takes no new connection, lets requests in flight finish (15 s at most), then gives up the rest. */
  close(): Promise<void>;
}

/** Serves `app`; `port` 0 takes a free one. */
export async function serve(
  app: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<RunningServer> {
  let isDraining = false;
  const server = createServer((req, res) => {
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
      // What passes a request on takes the connection's fate from here.
      req.headers.connection = 'close';
      if (req.url === READY_PATH) {
        sayReady(res, false);
        return;
      }
    }
    app(req, res);
  });
  // Longer than any client of ours keeps an idle connection, so that none is closed as a request goes out on it.
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
      await quietTurn();
      await new Promise<void>((resolve) => {
        const giveUp = setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
        // Node closes what is idle now; a kept connection whose request ends later would stay until its time-out.
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
 * Lets the event loop turn until it has next to nothing to do. What arrives while a turn is busy waits at the door unseen,
 * and a server that closed then would turn it away.
 */
async function quietTurn(): Promise<void> {
  const patience = performance.now() + QUIET_WAIT_MS;
  let startedAt: number;
  do {
    startedAt = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
  } while (performance.now() - startedAt > QUIET_TURN_MS && startedAt < patience);
}

/** TRACE says back what arrived, with the headers that a proxy of ours put in. */
function refuseTrace(res: ServerResponse): void {
  res.setHeader('Allow', 'GET, HEAD, POST, PUT, DELETE, OPTIONS');
  sendProblem(res, new Problem('method-not-allowed', 'TRACE is not answered here.'), newRequestId());
}

/** Node takes the first of two; who stands before it may have taken the other. */
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

/** What a process is made of. */
export interface ProcessParts {
  env: {
    HOST: string;
    PORT?: number;
    METRICS_PORT?: number | undefined;
    DRAIN_DELAY_MS?: number | undefined;
  };
  log: Logger;
  ready: ReadyCheck;
  metrics: Metrics;
  /** Left out by a worker. */
  requests?: Requests;
  /**
   * Does once what the first requests would all wait for: making Prisma's compiler and a connection takes fifty times as long
   * as a query. Where it fails, or takes longer than 3 s, the process serves without.
   */
  warmUp?(): Promise<unknown>;
  /** What it serves at HOST and PORT; a worker serves nothing. */
  listener?: RequestListener;
  /** Lets what is in flight finish and closes the dependencies; `closeServer` is to be called once the streams allow it. */
  stop(closeServer: () => Promise<void>): Promise<void>;
}

/**
 * Runs a process from its start to its end. What `start` throws (a wrong environment), or a taken port, is said in one line
 * and ends the process. On SIGTERM or SIGINT it says at once that it is not ready, serves on for DRAIN_DELAY_MS, then stops
 * in order. A second signal, or 25 s, ends it at once.
 */
export function run(name: string, start: () => Promise<ProcessParts> | ProcessParts): void {
  begin(name, start).catch((error: Error) => {
    const said = error.name === 'EnvError' ? error.message : (error.stack ?? error.message);
    process.stderr.write(`${name} did not start. ${said}\n`);
    process.exit(1);
  });
}

async function begin(name: string, start: () => Promise<ProcessParts> | ProcessParts): Promise<void> {
  const { env, log, ready, metrics, requests, warmUp, listener, stop } = await start();
  const { HOST: host, PORT: port, METRICS_PORT: metricsPort, DRAIN_DELAY_MS: delayMs = 0 } = env;
  const servers: RunningServer[] = [];
  const open = async (app: RequestListener, at: number) => {
    const running = await serve(app, { host, port: at });
    servers.push(running);
    return running;
  };
  if (warmUp) await pTimeout(warmUp(), { milliseconds: WARM_UP_MS }).catch(() => {});
  if (metricsPort !== undefined) collectDefaultMetrics({ register: metrics });
  const forOperators = metricsPort === undefined ? undefined : await open(operations({ ready, metrics }), metricsPort);
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
