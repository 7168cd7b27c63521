// Whether this container's process is ready for work, as its own operations port says it.

const answer = await fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/health/ready`, {
  signal: AbortSignal.timeout(2_000),
}).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
