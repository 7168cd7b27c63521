import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A response as received. */
export interface Answer {
  status: number;
  /** The head as text. */
  head: string;
  /** The body as sent, possibly compressed. */
  body: Buffer;
  /** Its total length. */
  bytes: number;
}

/** A keep-alive connection for one request at a time, with minimal overhead above the socket. */
export interface HttpConnection {
  send(request: Buffer | string, done: (error: Error | null, answer: Answer | null) => void): void;
  ask(request: Buffer | string): Promise<Answer>;
  close(): void;
}

const CLOSES = /\r\nconnection: close/i;

/** Connects to the server at `origin`, and reconnects after every loss. */
export function httpConnection(origin: string, { timeoutMs = 10_000 } = {}): HttpConnection {
  const { hostname, port } = new URL(origin);
  let socket = open();
  let waiting: ((error: Error | null, answer: Answer | null) => void) | null = null;
  let received: Buffer | null = null;

  function open() {
    const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
    const one = connect({ host, port: Number(port), noDelay: true });
    one.on('error', () => {});
    one.setTimeout(timeoutMs, () => {
      if (one === socket && waiting) settle(new Error(`no answer in ${timeoutMs} ms`), null);
    });
    one.on('close', () => {
      if (one === socket) settle(new Error('the connection was cut'), null);
    });
    one.on('data', (chunk: Buffer) => {
      received = received ? Buffer.concat([received, chunk]) : chunk;
      const answer = readAnswer(received);
      if (!answer) return;
      received = null;
      // nginx does so after a thousand requests.
      if (CLOSES.test(answer.head)) one.destroy();
      settle(null, answer);
    });
    return one;
  }

  function settle(error: Error | null, answer: Answer | null) {
    const done = waiting;
    waiting = null;
    if (error) {
      received = null;
      socket.destroy();
    }
    done?.(error, answer);
  }

  const send: HttpConnection['send'] = (request, done) => {
    if (waiting) throw new Error('one request at a time');
    if (socket.destroyed) socket = open();
    waiting = done;
    socket.write(request);
  };
  return {
    send,
    ask: (request) =>
      new Promise((resolve, reject) => {
        send(request, (error, answer) => (answer ? resolve(answer) : reject(error)));
      }),
    close: () => socket.destroy(),
  };
}

/** A request as text. */
export function requestText(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string {
  const { host, pathname, search } = new URL(url);
  const all = { Host: host, ...headers, ...(body && { 'Content-Length': String(Buffer.byteLength(body)) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** One request over its own connection. */
export async function askOnce(method: string, url: string, headers: Readonly<Record<string, string>> = {}, body = '') {
  const connection = httpConnection(url);
  try {
    return await connection.ask(requestText(method, url, headers, body));
  } finally {
    connection.close();
  }
}

/** The value of a header in a response's head. */
export function headerOf({ head }: Answer, name: string): string | null {
  const start = head.toLowerCase().indexOf(`\r\n${name.toLowerCase()}:`);
  if (start < 0) return null;
  const end = head.indexOf('\r\n', start + 2);
  return head.slice(start + name.length + 3, end < 0 ? undefined : end).trim();
}

/** A response's body as text. */
export function textOf(answer: Answer): string {
  const coding = headerOf(answer, 'content-encoding');
  if (coding === 'gzip') return gunzipSync(answer.body).toString();
  return (coding === 'br' ? brotliDecompressSync(answer.body) : answer.body).toString();
}

/** The response in `bytes`, or null while it is incomplete. */
function readAnswer(bytes: Buffer): Answer | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const rest = bytes.subarray(headEnd + 4);
  if (status === 304 || status === 204) return { status, head, body: rest, bytes: bytes.length };
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (length !== undefined && rest.length < Number(length)) return null;
  const body = length === undefined ? readChunks(rest) : rest;
  return body && { status, head, body, bytes: bytes.length };
}

/** The body from its chunks, or null while the last one is missing. */
function readChunks(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  let at = 0;
  while (true) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return null;
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (length === 0) return bytes.length >= end + 4 ? Buffer.concat(parts) : null;
    if (bytes.length < end + 2 + length + 2) return null;
    parts.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}
