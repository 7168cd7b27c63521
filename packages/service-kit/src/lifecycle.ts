import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from './log.ts';

/** How often a server that stops looks for connections that have become idle, in milliseconds. */
const SWEEP_MS = 25;

/** How long requests in flight may take to finish once the process was told to stop, in milliseconds. */
const DRAIN_MS = 20_000;

export interface RunningServer {
  /** http://host:port */
  url: string;
  server: Server;
  /** Takes no new connection, lets requests in flight finish (20 s at most), then gives up the rest. */
  close(): Promise<void>;
}

/** Serves `app`; `port` 0 takes a free one. */
export async function serve(
  app: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<RunningServer> {
  const server = createServer(app);
  // Longer than any client of ours keeps an idle connection, so that none is closed as a request goes out on it.
  server.keepAliveTimeout = 75_000;
  server.headersTimeout = 20_000;
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
    server,
    close: () =>
      new Promise((resolve) => {
        const giveUp = setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
        // Node closes what is idle now; a kept connection whose request ends later would stay until its time-out.
        const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
        server.close(() => {
          clearTimeout(giveUp);
          clearInterval(sweep);
          resolve();
        });
      }),
  };
}

/**
 * Ends the process in order on SIGTERM or SIGINT: `stop` lets what is in flight finish and closes the dependencies.
 * A second signal, or 25 s, ends it at once.
 */
export function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), 25_000).unref();
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

/** Runs a process's `start`; what it throws (a wrong environment, a taken port) is said in one line and ends the process. */
export function run(name: string, start: () => Promise<void>): void {
  start().catch((error: Error) => {
    const said = error.name === 'EnvError' ? error.message : (error.stack ?? error.message);
    process.stderr.write(`${name} did not start. ${said}\n`);
    process.exit(1);
  });
}
