import { type FieldError, PROBLEM_TYPE_PREFIX, PROBLEMS, type ProblemCode } from '@tavola/contracts/errors.ts';
import { problemsOf } from '@tavola/contracts/operations/operation.ts';
import { operationOf } from '@tavola/contracts/operations/operations.ts';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { z } from 'zod';
import type { Method } from '../lib/http/api.ts';

// A fake API for component tests. A test fails if its answers do not match the contracts.

/** A method and a path, as in 'PUT /api/tenant' or 'PUT /api/menu-items/:id'. */
export type Call = `${Method} /${'api' | 'm'}/${string}`;

/** A call that the application made. */
interface SentCall {
  /** As in 'PUT /api/menu-items/7'; a query is left out. */
  call: string;
  search: string;
  headers: Record<string, string>;
  credentials: RequestCredentials;
  /** The parsed JSON body, undefined where there is none. */
  body: unknown;
}

/** The answer to a call: a JSON body, or a function that makes it from the request body. */
type AnswerBody = object | ((sent: never, params: Record<string, string>) => object | undefined) | undefined;

/** The answer to each of these calls. */
export type Answers = Readonly<Partial<Record<Call, object>>>;

const sentCalls: SentCall[] = [];
const complaints: string[] = [];
let defaults = new Map<string, object>();
const afterReset: (() => void)[] = [];

const server = setupServer(
  http.all('*', ({ request }) => {
    const { pathname } = new URL(request.url);
    // The operator of a test's site says nothing about itself, unless the test does.
    const body = defaults.get(`${request.method} ${pathname}`) ?? (pathname === '/api/site' ? {} : undefined);
    if (body) return HttpResponse.json(body);
    complaints.push(`unexpected call: ${request.method} ${request.url}`);
    return HttpResponse.error();
  }),
);

/** Forgets all answers and calls; returns the test's violations. */
export function resetApi(): string[] {
  server.resetHandlers();
  defaults = new Map();
  for (const act of afterReset.splice(0)) act();
  sentCalls.length = 0;
  return complaints.splice(0);
}

let isStarted = false;

/** Answers in place of the server from now on, and records each call when it is sent. */
export function startApi(): void {
  // Files that share a worker share the server.
  if (isStarted) return;
  isStarted = true;
  server.listen({ onUnhandledFrame: 'error' });
  const send = globalThis.fetch;
  const noteAndSend: typeof fetch = (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    // Any page may ask for it; no list of a screen's calls names it.
    if (url.pathname === '/api/site') return send(url, init);
    sentCalls.push({
      call: `${init.method ?? 'GET'} ${url.pathname}`,
      search: url.search,
      headers: Object.fromEntries(new Headers(init.headers)),
      credentials: init.credentials ?? 'same-origin',
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    return send(url, init);
  };
  Object.defineProperty(globalThis, 'fetch', { value: noteAndSend });
}

function split(call: Call) {
  const [method, path] = call.split(' ') as [Method, string];
  const operation = operationOf(method, path);
  if (!operation) throw new Error(`The API has no operation ${call}.`);
  return { method, path, operation };
}

function handle(call: Call, resolve: Parameters<typeof http.all>[1], options: { once?: boolean } = {}) {
  const { method, path } = split(call);
  const verb = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete }[method];
  server.use(verb(`*${path}`, resolve, options));
}

/** Fails a test if a fake answer or a request body does not match the contract. */
function check(what: string, schema: z.ZodType | undefined, value: unknown) {
  const error = schema?.safeParse(value).error;
  if (error) complaints.push(`${what} is not as agreed:\n${z.prettifyError(error)}`);
}

/** The test's controls of the API. The last setting for a call wins. */
export const api = {
  /** Answers a call with success: with `body`, or with what it returns for the request body. */
  answers(call: Call, body?: AnswerBody, options: { once?: boolean } = {}): void {
    const { operation } = split(call);
    const [status, answer] = Object.entries(operation.answers)[0] ?? [];
    handle(
      call,
      async ({ request, params }) => {
        const text = operation.upload ? '' : await request.text();
        const sent = text === '' ? undefined : JSON.parse(text);
        check(`what ${call} sent`, operation.body, sent);
        const given = typeof body === 'function' ? await body(sent as never, params as Record<string, string>) : body;
        check(`the answer to ${call}`, answer?.schema, given);
        return given === undefined
          ? new HttpResponse(null, { status: Number(status) })
          : HttpResponse.json(given, { status: Number(status) });
      },
      options,
    );
  },

  /** Refuses a call with one of the problems that it can have. */
  refuses(
    call: Call,
    code: ProblemCode,
    detail: string,
    rest: { errors?: FieldError[]; current?: object } = {},
    options: { once?: boolean } = {},
  ): void {
    if (!problemsOf(split(call).operation).has(code)) throw new Error(`${call} is never refused with '${code}'.`);
    const { status, title } = PROBLEMS[code];
    const body = { type: PROBLEM_TYPE_PREFIX + code, title, status, detail, requestId: 'test', ...rest };
    const headers = { 'Content-Type': 'application/problem+json' };
    handle(call, () => HttpResponse.json(body, { status, headers }), options);
  },

  /** Fails a call with a status and plain text, as an intermediate proxy does. */
  fails(call: Call, status: number, text = 'No.', options: { once?: boolean } = {}): void {
    handle(call, () => new HttpResponse(text, { status, headers: { 'Content-Type': 'text/plain' } }), options);
  },

  /** Answers a call with a `Response` from the test, such as a file; without one, as before. */
  responds(call: Call, respond: (request: Request) => Response | undefined): void {
    handle(call, ({ request }) => respond(request));
  },

  /** Holds a call back until the returned function is called. */
  holds(call: Call): () => void {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    handle(call, () => released);
    // A failing test must not leave a call waiting.
    afterReset.push(release);
    return release;
  },

  /** Default answers, which a test can override. */
  byDefault(answers: Answers): void {
    for (const [call, body] of Object.entries(answers)) {
      if (!body) continue;
      const { operation } = split(call as Call);
      check(`the answer to ${call}`, Object.values(operation.answers)[0]?.schema, body);
      defaults.set(call, body);
    }
  },
};

/** The calls that the application made since the test began. */
export const calls = {
  get all(): readonly SentCall[] {
    return sentCalls;
  },
  /** As in 'PUT /api/tenant', in order. */
  get list(): string[] {
    return sentCalls.map(({ call }) => call);
  },
  count: (call: string): number => sentCalls.filter((one) => one.call === call).length,
  /** The last such call. */
  last: (call: string): SentCall | undefined => sentCalls.findLast((one) => one.call === call),
  body: (call: string): unknown => calls.last(call)?.body,
  /** Forgets the calls so far. */
  forget(): void {
    sentCalls.length = 0;
  },
};
