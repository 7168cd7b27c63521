import { type HttpConnection, httpConnection, requestText } from '../lib/http-connection.ts';
import { loadProgram } from '../lib/load-process.ts';
import { percentile, zipf } from '../lib/statistics.ts';

/** A restaurant that is visited, with its dishes and codes: others are not counted. */
export interface Visited {
  id: string;
  items: readonly number[];
  codes: readonly string[];
}

export interface VisitsOptions {
  origin: string;
  tenants: readonly Visited[];
  /** Beacons per second. */
  rate: number;
  seconds: number;
}

export interface VisitsResult {
  sent: number;
  /** Beacons that got 204, by tenant. */
  taken: Record<string, number>;
  /** Accepted beacons per second. */
  rate: number;
  /** Milliseconds from a beacon's due time. */
  p50: number;
  p99: number;
}

const CONNECTIONS = 64;
const PHONES = 500;

// An open loop of beacons, as phones send them when they leave a menu. Some restaurants get more visits than others.
loadProgram<VisitsOptions, VisitsResult>(async ({ origin, tenants, rate, seconds }, ready) => {
  const tenant = zipf(tenants.length, Math.random);
  const beacon = () => {
    const { id: tenantId, items, codes } = tenants[tenant()] as Visited;
    const first = Math.floor(Math.random() * Math.max(1, items.length - 20));
    const seen = items.slice(first, first + 20);
    const source = Math.random() < 0.6 ? { source: codes[Math.floor(Math.random() * codes.length)] } : {};
    const body = JSON.stringify({ tenantId, seconds: first, ...source, seen, opened: seen.slice(0, 2) });
    const phone = `Mozilla/5.0 (Linux; Android 14; Phone ${Math.floor(Math.random() * PHONES)}) Mobile Safari/537.36`;
    const headers = { 'Content-Type': 'application/json', 'User-Agent': phone };
    return { tenantId, request: requestText('POST', `${origin}/api/public/visits`, headers, body) };
  };

  const idle: HttpConnection[] = Array.from({ length: CONNECTIONS }, () => httpConnection(origin));
  const all = [...idle];
  const total = Math.round(rate * seconds);
  const latencies: number[] = [];
  const taken: Record<string, number> = {};
  let [sent, refused] = [0, 0];
  ready();
  const start = performance.now();
  const finished = Promise.withResolvers<void>();
  const sendDue = () => {
    while (sent < total && start + (sent / rate) * 1000 <= performance.now()) {
      const connection = idle.pop();
      if (!connection) return;
      const due = start + (sent / rate) * 1000;
      const { tenantId, request } = beacon();
      sent += 1;
      connection.send(request, (_error, answer) => {
        if (answer?.status === 204) {
          latencies.push(performance.now() - due);
          taken[tenantId] = (taken[tenantId] ?? 0) + 1;
        } else refused += 1;
        idle.push(connection);
        if (latencies.length + refused === total) finished.resolve();
        else if (idle.length === 1) sendDue();
      });
    }
  };
  const timer = setInterval(sendDue, 1);
  await Promise.race([finished.promise, new Promise((resolve) => setTimeout(resolve, (seconds + 10) * 1000).unref())]);
  clearInterval(timer);
  const took = (performance.now() - start) / 1000;
  for (const connection of all) connection.close();
  return {
    sent,
    taken,
    rate: latencies.length / took,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
});
