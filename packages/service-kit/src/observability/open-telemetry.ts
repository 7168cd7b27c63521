import type { IncomingMessage } from 'node:http';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { RedisInstrumentation } from '@opentelemetry/instrumentation-redis';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { register } from 'import-in-the-middle/register-hooks.mjs';
import pTimeout from 'p-timeout';
import { type Trace, traceWith } from './trace-context.ts';

/** ES modules that must be wrapped on load to be traced. */
const WRAPPED = ['http', 'https', 'node:http', 'node:https', 'pg', 'pg-pool', 'redis', '@redis/client'];

/** How long a stopping process waits for its last traces to be sent, in milliseconds. */
const CLOSE_MS = 2_000;

/**
 * Traces every request, including its PostgreSQL, Redis and outgoing HTTP calls. OTEL_SERVICE_NAME names the process.
 * OTEL_TRACES_SAMPLER_ARG is the share of traces kept (1 by default); the process that starts a trace decides.
 */
export function startTracing(): void {
  const { env } = process;
  register({ include: WRAPPED });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': env.OTEL_SERVICE_NAME || nameOf(process.argv[1] ?? '') }),
    ),
    sampler: new ParentBasedSampler({
      root: new TraceIdRatioBasedSampler(Number(env.OTEL_TRACES_SAMPLER_ARG || 1)),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({ ignoreIncomingRequestHook: isHousekeeping }),
      new UndiciInstrumentation(),
      new PgInstrumentation({ requireParentSpan: true }),
      new RedisInstrumentation({ requireParentSpan: true }),
    ],
  });
  traceWith({
    current: currentTrace,
    close: () => pTimeout(provider.shutdown(), { milliseconds: CLOSE_MS }).catch(() => {}),
  });
}

const isHousekeeping = ({ url = '' }: IncomingMessage) => url.startsWith('/health/') || url === '/metrics';

function currentTrace(): Trace | undefined {
  const span = trace.getActiveSpan();
  if (!span) return undefined;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    name(method, route) {
      span.setAttribute('http.route', route);
      span.updateName(`${method} ${route}`);
    },
  };
}

/** A process's name, from its program: services/menu/src/main.ts is menu, services/qr/src/worker.ts qr-worker. */
function nameOf(program: string): string {
  const [, folder = 'tavola', file] = /([^/]+)\/src\/(main|worker)\.ts$/.exec(program) ?? [];
  return file === 'worker' ? `${folder}-worker` : folder;
}
