/**
 * To be loaded before a process (`node --import @tavola/service-kit/observability/tracing.ts src/main.ts`): sends traces to where
 * OTEL_EXPORTER_OTLP_ENDPOINT says, and loads nothing where it says nothing.
 */
if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT || process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) {
  const { startTracing } = await import('./open-telemetry.ts');
  startTracing();
}

export {};
