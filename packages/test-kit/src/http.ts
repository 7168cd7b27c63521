import type { RequestListener } from 'node:http';
import { httpApp } from '@tavola/service-kit/http/http-app.ts';
import { makeRequests } from '@tavola/service-kit/http/request-log.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import type { ReadyCheck } from '@tavola/service-kit/runtime/health.ts';
import { startServer } from '@tavola/service-kit/runtime/lifecycle.ts';
import type { Express } from 'express';
import { afterAll } from 'vitest';
import { agreedFetch } from './agreed-answers.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed body for JSON, otherwise its text; undefined where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  body: any;
  /** The body as received. */
  text: string;
}

export interface Sent {
  /** The bearer token. */
  token?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** Sends a request and reads the response; does not follow redirects. */
export type Call = (method: string, path: string, sent?: Sent) => Promise<Answer>;

/** Makes calls to the server at `url`, sent by `send`. */
export function callsTo(url: string, send: (url: string, init: RequestInit) => Promise<Response> = fetch): Call {
  return async (method, path, { token, body, raw, headers = {} } = {}) => {
    const response = await send(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...((raw !== undefined || body !== undefined) && { body: raw ?? JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text || undefined,
      text,
    };
  };
}

export interface Listening {
  url: string;
  call: Call;
  close(): Promise<void>;
}

/** Serves `app` on a free loopback port until the tests of the calling file are over. */
export async function listen(app: RequestListener): Promise<Listening> {
  const { url, server, close } = await startServer(app, { host: '127.0.0.1', port: 0 });
  const end = async () => {
    server.closeAllConnections();
    await close();
  };
  afterAll(end);
  return { url, call: callsTo(url), close: end };
}

/** Serves `routes` in the app of every process, as `listen` does. */
export function listenWith(routes: (app: Express) => void, ready: ReadyCheck = () => true): Promise<Listening> {
  const log = makeLog('test', 'silent');
  return listen(httpApp({ log, ready, requests: makeRequests('test', log, makeMetrics()) }, routes));
}

/** Sends calls to several processes of a service in turn, as the gateway does: their locks, not their queues, must keep order. */
export function inTurn(...calls: Call[]): Call {
  let next = 0;
  return (...sent) => {
    next = (next + 1) % calls.length;
    return (calls[next] as Call)(...sent);
  };
}

/** Like `listen`, for a real service: a call fails if the response does not match the API's document. */
export async function listenAsAgreed(app: RequestListener): Promise<Listening> {
  const listening = await listen(app);
  return { ...listening, call: callsTo(listening.url, agreedFetch) };
}
