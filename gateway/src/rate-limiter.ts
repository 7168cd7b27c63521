import type { ServerResponse } from 'node:http';
import {
  IPV6_NETWORK_FACTOR,
  type LimitName,
  RATE_LIMITS,
  type RateLimit,
} from '@tavola/contracts/operations/rate-limits.ts';
import { type Counter, memoryCounter, type SharedCounters } from '@tavola/service-kit/data/counters.ts';
import { ipv6Network } from '@tavola/service-kit/http/address-key.ts';
import { tooManyRequests } from '@tavola/service-kit/http/problem.ts';
import { type Metrics, registerMetric } from '@tavola/service-kit/observability/metrics.ts';

/** Retry-After for a stream that is rejected because too many are open, in milliseconds. */
const STREAM_RETRY_MS = 30_000;

/** Counts requests and rejects those over a limit. */
export interface RateLimiter {
  /**
   * Counts a request of `key`, an address or a user. With `address`, a shared count also counts it for its IPv6 network.
   * @throws Problem `too-many-requests` over the limit; response headers then name the limit.
   */
  count(name: LimitName, key: string, res: ServerResponse, address?: string): Promise<void>;
  /**
   * Counts the answer of a request of `key` if it is 404.
   * @throws Problem `too-many-requests` if too many were.
   */
  countMissing(name: LimitName, key: string, res: ServerResponse): Promise<void>;
  /**
   * Counts an open stream until its response closes.
   * @throws Problem `too-many-requests` if too many are open.
   */
  open(address: string, res: ServerResponse): void;
}

/** Enforces RATE_LIMITS, with each count in the table multiplied by `factor`. */
export function makeRateLimiter(
  shared: SharedCounters,
  metrics: Metrics,
  { factor = 1, limits = RATE_LIMITS }: { factor?: number; limits?: Readonly<Record<LimitName, RateLimit>> } = {},
): RateLimiter {
  const refused = Object.fromEntries(Object.keys(limits).map((name) => [name, 0])) as Record<LimitName, number>;
  registerMetric(
    metrics,
    {
      name: 'tavola_rate_limited_requests_total',
      help: 'Requests that were refused because there were too many, by limit.',
      type: 'counter',
    },
    () => Object.entries(refused).map(([limit, value]) => ({ value, labels: { limit } })),
  );
  const counters = Object.fromEntries(
    Object.entries(limits).map(([name, { counted, seconds }]): [string, Counter] => [
      name,
      counted === 'shared' ? shared(name, seconds ?? 1) : memoryCounter(seconds ?? 1),
    ]),
  ) as Record<LimitName, Counter>;
  const networkCounters = new Map<LimitName, Counter>(
    (Object.keys(limits) as LimitName[])
      .filter((name) => limits[name].counted === 'shared' && limits[name].per === 'address')
      .map((name) => [name, shared(networkPolicy(name), limits[name].seconds ?? 1)]),
  );
  const openStreams = new Map<string, number>();

  const refuse = (name: LimitName, most: number, ms: number, res: ServerResponse, policy: string = name) => {
    const { seconds, refusal } = limits[name];
    refused[name] += 1;
    const left = Math.max(1, Math.ceil(ms / 1_000));
    res.setHeader('RateLimit-Policy', `"${policy}";q=${most}${seconds === null ? '' : `;w=${seconds}`}`);
    res.setHeader('RateLimit', `"${policy}";r=0;t=${left}`);
    return tooManyRequests(refusal, ms);
  };

  return {
    async count(name, key, res, address) {
      const most = limits[name].count * factor;
      const { used, msLeft } = await counters[name].add(key);
      if (used > most) throw refuse(name, most, msLeft, res);
      const networks = address === undefined ? undefined : networkCounters.get(name);
      const network = networks && ipv6Network(address as string);
      if (!network) return;
      // What its /64 was refused does not count: one address alone can't use up the network's count.
      const ofNetwork = await networks.add(network);
      const mostOfNetwork = most * IPV6_NETWORK_FACTOR;
      if (ofNetwork.used > mostOfNetwork) throw refuse(name, mostOfNetwork, ofNetwork.msLeft, res, networkPolicy(name));
    },
    async countMissing(name, key, res) {
      const most = limits[name].count * factor;
      const count = await counters[name].get(key);
      if (count && count.used >= most) throw refuse(name, most, count.msLeft, res);
      res.once('finish', () => {
        if (res.statusCode === 404) void counters[name].add(key);
      });
    },
    open(address, res) {
      const most = limits.streams.count * factor;
      const open = openStreams.get(address) ?? 0;
      if (open >= most) throw refuse('streams', most, STREAM_RETRY_MS, res);
      openStreams.set(address, open + 1);
      res.once('close', () => {
        const left = (openStreams.get(address) as number) - 1;
        if (left > 0) openStreams.set(address, left);
        else openStreams.delete(address);
      });
    },
  };
}

/** The name of a limit's count for whole IPv6 networks. */
const networkPolicy = (name: LimitName) => `${name}-network`;
