import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { run, startServer } from '@tavola/service-kit/runtime/lifecycle.ts';
import express from 'express';
import { afterAll, describe, expect, it } from 'vitest';

/** A server whose GET /slow answers when the test says so. */
async function started() {
  const arrival = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const app = express();
  app.get('/slow', async (_req, res) => {
    arrival.resolve();
    await release.promise;
    res.send('done');
  });
  app.get('/fast', (_req, res) => void res.send('done'));
  const running = await startServer(app, { host: '127.0.0.1', port: 0 });
  afterAll(() => running.server.closeAllConnections());
  return { ...running, arrived: arrival.promise, release: release.resolve };
}

/** GET over a keep-alive connection. */
function keptAlive(url: string) {
  const agent = new Agent({ keepAlive: true });
  afterAll(() => agent.destroy());
  return (path: string) =>
    new Promise<{ response: IncomingMessage; body: string }>((resolve, reject) => {
      get(url + path, { agent }, (response) => {
        text(response).then((body) => resolve({ response, body }), reject);
      }).on('error', reject);
    });
}

const within = (ms: number, what: Promise<unknown>) =>
  Promise.race([what.then(() => true), new Promise((resolve) => setTimeout(resolve, ms, false))]);

describe('a server that is closed', () => {
  it('finishes requests in flight, accepts no new ones, and closes, also with open connections', async () => {
    const { url, server, close, arrived, release } = await started();
    const request = keptAlive(url);
    const slow = request('/slow');
    await arrived;
    let isClosed = false;
    const closing = close().then(() => {
      isClosed = true;
    });
    await expect.poll(() => server.listening).toBe(false);
    await expect(fetch(`${url}/fast`)).rejects.toThrow();
    expect(isClosed).toBe(false);
    release();
    expect((await slow).body).toBe('done');
    expect(await within(5_000, closing)).toBe(true);
  });

  it('does not wait for idle connections', async () => {
    const { url, close } = await started();
    await keptAlive(url)('/fast');
    expect(await within(5_000, close())).toBe(true);
  });
});

describe('a server', () => {
  it('reports that its port is taken', async () => {
    const { url, close } = await started();
    const port = Number(new URL(url).port);
    await expect(startServer(express(), { host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await close();
  });

  it('keeps idle connections longer than its clients', async () => {
    const { url, close } = await started();
    const { response } = await keptAlive(url)('/fast');
    expect(response.headers['keep-alive']).toBe('timeout=75');
    await close();
  });
});

describe('a connection that closes after its response', () => {
  const half = 'x'.repeat(1_000_000);

  /** Sends half of a body, and gets a response that closes the connection. */
  async function halfSent() {
    const refuse: RequestListener = (_req, res) => void res.writeHead(413, { connection: 'close' }).end('no');
    const { url, server } = await startServer(refuse, { host: '127.0.0.1', port: 0 });
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 * half.length}\r\n\r\n${half}`);
    await once(socket, 'readable');
    return { socket, connections: () => promisify(server.getConnections.bind(server))() };
  }

  it('takes the rest of the body, so that its client reads the response', async () => {
    const { socket, connections } = await halfSent();
    await new Promise<void>((resolve) => socket.end(half, resolve));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 .*no/s);
    await expect.poll(connections).toBe(0);
  });

  it('closes without the rest after some seconds', { tags: 'full' }, async () => {
    const { socket, connections } = await halfSent();
    socket.resume();
    await expect.poll(connections, { timeout: 20_000 }).toBe(0);
    socket.destroy();
  });
});

describe('a process that warms up', () => {
  /** Its address, set once the process accepts requests. */
  async function warming(warmUp: () => Promise<unknown>) {
    const [port, metricsPort] = (await freePorts(2)) as [number, number];
    run('warming', () => ({
      env: { HOST: '127.0.0.1', PORT: port, METRICS_PORT: metricsPort },
      log: makeLog('warming', 'silent'),
      metrics: makeMetrics(),
      ready: async () => true,
      warmUp,
      listener: (_req, res) => void res.end('done'),
      stop: (closeServer) => closeServer(),
    }));
    const answers = (at: number, path: string) =>
      fetch(`http://127.0.0.1:${at}${path}`).then(
        ({ ok }) => ok,
        () => false,
      );
    return { isServing: () => answers(port, '/'), isReady: () => answers(metricsPort, '/health/ready') };
  }

  it('accepts no request, and is not ready, before it is warm', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { isServing, isReady } = await warming(() => promise);
    expect([await isServing(), await isReady()]).toEqual([false, false]);
    resolve();
    await expect.poll(isServing, { timeout: 20_000 }).toBe(true);
    await expect.poll(isReady, { timeout: 20_000 }).toBe(true);
  });

  it.each([
    { title: 'fails', warmUp: () => Promise.reject(new Error('no database')) },
    { title: 'never ends', warmUp: () => new Promise(() => {}) },
  ])('serves without warm-up if that $title', { tags: 'full' }, async ({ warmUp }) => {
    const { isServing } = await warming(warmUp);
    await expect.poll(isServing, { timeout: 20_000 }).toBe(true);
  });
});
