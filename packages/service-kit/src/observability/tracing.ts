/**
 * Load it before a process (`node --import @tavola/service-kit/observability/tracing.ts src/main.ts`): it sends traces to
 * OTEL_EXPORTER_OTLP_ENDPOINT, and loads nothing if that is not set.
 */
if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT || process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) {
  const { startTracing } = await import('./open-telemetry.ts');
  startTracing();
}

export {};
