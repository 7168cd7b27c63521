import { BlockList, connect } from 'node:net';
import { TOPOLOGY } from '@tavola/contracts/topology.ts';
import { memoryCounter } from '@tavola/service-kit/data/counters.ts';
import { type AdminTwoFactor, tokenCheck } from '@tavola/service-kit/http/access.ts';
import { makeRequests } from '@tavola/service-kit/http/request-log.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { type Call, listen } from '@tavola/test-kit/http.ts';
import { keys } from '@tavola/test-kit/tokens.ts';
import express, { type RequestHandler } from 'express';
import { makeApp } from '../src/app.ts';
import type { Refuse } from '../src/forwarder.ts';
import { makeRateLimiter, type RateLimiter } from '../src/rate-limiter.ts';
import type { Service } from '../src/routes.ts';
import type { Sessions } from '../src/sessions.ts';

/** A request as a service received it. */
export interface Seen {
  service: Service;
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** Identifies the connection it came on. */
  port: number | undefined;
}

export interface Gateway {
  url: string;
  call: Call;
  /** The requests that reached the services so far. */
  seen: Seen[];
  endStreams(): Promise<void>;
  close(): Promise<void>;
}

/** Limits so high that no test reaches them by accident. */
const generous = () => makeRateLimiter((_name, seconds) => memoryCounter(seconds), makeMetrics(), { factor: 100_000 });

/**
 * The real gateway before services that answer `{"service": …}` to everything; `instead` overrides one: its handler or
 * its address.
 */
export async function startGateway({
  instead = {},
  trustedProxies = new BlockList(),
  sessions = { mustBeOpen() {} },
  adminTwoFactor = 'optional',
  rateLimiter = generous(),
  write = () => {},
  ...more
}: {
  instead?: Partial<Record<Service, RequestHandler | string>>;
  trustedProxies?: BlockList;
  sessions?: Pick<Sessions, 'mustBeOpen'>;
  adminTwoFactor?: AdminTwoFactor;
  menuFallback?: Refuse;
  rateLimiter?: RateLimiter;
  write?: (lines: string) => void;
  upstreamTimeoutMs?: number;
  answerWithinMs?: number;
} = {}): Promise<Gateway> {
  const seen: Seen[] = [];
  const start = async (service: Service) => {
    const other = instead[service];
    if (typeof other === 'string') return [service, other] as const;
    const app = express();
    app.use(async (req, _res, next) => {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk);
      const { method, originalUrl, headers, socket } = req;
      const body = Buffer.concat(chunks);
      seen.push({ service, method, url: originalUrl, headers, body, port: socket.remotePort });
      next();
    });
    app.use(other ?? ((_req, res) => void res.json({ service })));
    return [service, (await listen(app)).url] as const;
  };
  const requests = makeRequests('gateway', makeLog('gateway'), makeMetrics(), write);
  const services = Object.fromEntries(await Promise.all(TOPOLOGY.gateway.calls.map(start))) as Record<Service, string>;
  const { listener, endStreams } = makeApp({
    services,
    checkToken: tokenCheck(keys.publicKey),
    trustedProxies,
    sessions,
    adminTwoFactor,
    rateLimiter,
    log: makeLog('gateway', 'silent'),
    ready: () => true,
    requests,
    ...more,
  });
  return { ...(await listen(listener)), seen, endStreams };
}

/** Sends a raw request line and headers, which no HTTP client would; returns the whole response as text. */
export function sendRaw(url: string, requestLine: string, headers: Record<string, string> = {}): Promise<string> {
  const { hostname, port } = new URL(url);
  const lines = Object.entries({ host: 'gateway', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${requestLine} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`),
    );
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      answer += text;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
