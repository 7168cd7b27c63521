import type { RequestListener, ServerResponse } from 'node:http';
import type { Metrics } from '../observability/metrics.ts';
import { isReadyNow, LIVE_PATH, READY_PATH, type ReadyCheck, sayLive, sayReady } from '../runtime/health.ts';

/**
 * A process's endpoints for operators, on a separate port: `/metrics` in Prometheus's text format, `/health/live` and
 * `/health/ready`.
 */
export function operations({ ready, metrics }: { ready: ReadyCheck; metrics: Metrics }): RequestListener {
  return (req, res) => {
    if (req.url === LIVE_PATH) sayLive(res);
    else if (req.url === READY_PATH) void isReadyNow(ready).then((isReady) => sayReady(res, isReady));
    else if (req.url === '/metrics') void sayMetrics(res, metrics);
    else res.writeHead(404).end();
  };
}

async function sayMetrics(res: ServerResponse, metrics: Metrics): Promise<void> {
  try {
    const text = await metrics.metrics();
    res.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
  } catch {
    res.writeHead(500).end();
  }
}
