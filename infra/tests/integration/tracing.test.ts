import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { testDatabase } from '@tavola/test-kit/database.ts';
import { callsTo } from '@tavola/test-kit/http.ts';
import { provided } from '@tavola/test-kit/provided.ts';
import { person } from '@tavola/test-kit/tokens.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { processesBetween, untilAllReady } from '../harness/child-processes.ts';

// @module-tag full

/** A span as received (OTLP in JSON), with its service. */
interface Span {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
}

interface Attribute {
  key: string;
  value: { stringValue?: string };
}

interface Batch {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: Omit<Span, 'service'>[] }[];
  }[];
}

const spans: Span[] = [];
const collector = createServer(async (req, res) => {
  const { resourceSpans } = (await json(req)) as Batch;
  for (const { resource, scopeSpans } of resourceSpans) {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })));
  }
  res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

const { redisUrl } = provided();
const { adminUrl } = await testDatabase();
const { start } = await processesBetween({ adminUrl, redisCacheUrl: redisUrl, redisQueueUrl: redisUrl });
const tracing = {
  nodeArgs: ['--import', '@tavola/service-kit/observability/tracing.ts'],
  env: {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  },
};
const [menu, publicMenu, auth, gateway] = (['menu', 'public-menu', 'auth', 'gateway'] as const).map((name) =>
  start(name, tracing),
) as [Running, Running, Running, Running];
type Running = ReturnType<typeof start>;
await untilAllReady([menu, publicMenu, auth, gateway]);
const call = callsTo(gateway.url);

const childrenOf = (span: Span | undefined) => spans.filter(({ parentSpanId }) => span && parentSpanId === span.spanId);
/** The spans from a server's span, through its client span, to the next server's span. */
const servedFor = (span: Span | undefined) =>
  childrenOf(span).flatMap((asked) => childrenOf(asked).filter(({ service }) => service !== span?.service));

it('costs nothing where nobody asked for it', () => {
  const said = 'process.stdout.write(String(globalThis[Symbol.for("opentelemetry.js.api.1")]))';
  const run = (env: Record<string, string>) =>
    spawnSync(process.execPath, [...tracing.nodeArgs, '--input-type=module', '--eval', said], {
      cwd: import.meta.dirname,
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    }).stdout;
  expect(run({})).toBe('undefined');
  expect(run(tracing.env)).toBe('[object Object]');
});

// Side by side: each process sends its spans every five seconds.
describe.concurrent('a trace', () => {
  const soon = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 50 });

  // GET requests and small bodies go through undici, large ones through Node's own client.
  it.each([
    ['GET', undefined],
    ['POST', { name: 'Pasta' }],
    ['POST', { name: 'Pizza', description: 'x'.repeat(400), padding: 'x'.repeat(200_000) }],
  ])('spans gateway, menu and PostgreSQL: %s', async (method, body) => {
    const traceId = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex');
    const parentId = '00f067aa0ba902b7';
    const { status } = await call(method, '/api/categories', {
      token: person().token,
      ...(body && { body }),
      headers: { traceparent: `00-${traceId}-${parentId}-01` },
    });
    expect(status).toBe(method === 'GET' ? 200 : 201);
    const inTrace = () => spans.filter((span) => span.traceId === traceId);
    const root = () => inTrace().find(({ parentSpanId }) => parentSpanId === parentId);
    const asked = () => servedFor(root()).flatMap((span) => childrenOf(span).map(({ name }) => name));
    await soon(() => expect(asked().join()).toContain('pg.query'));
    expect(root()).toMatchObject({ service: 'gateway', name: `${method} /api/categories` });
    const [served] = servedFor(root());
    expect(served).toMatchObject({ service: 'menu', name: expect.stringMatching(`^${method} /api/categories`) });
    // The log contains the request's trace id.
    for (const { log } of [menu, gateway]) await soon(() => expect(log()).toContain(`"traceId":"${traceId}"`));
  });

  it('spans gateway, public-menu and auth, and begins at the gateway where nobody began it', async () => {
    await call('GET', '/menu/nowhere');
    const root = () => spans.find(({ service, name }) => service === 'gateway' && name === 'GET /menu/*');
    const asked = () =>
      servedFor(root())
        .flatMap(servedFor)
        .map(({ service }) => service);
    await soon(() => expect(asked()).toContain('auth'));
    expect(root()?.parentSpanId ?? '').toBe('');
    expect(servedFor(root()).map(({ service, name }) => `${service}: ${name}`)).toEqual([
      'public-menu: GET /menu/:slug',
    ]);
  });
});
