import { memoryCounter } from '@tavola/service-kit/data/counters.ts';
import { makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { makeRateLimiter, type RateLimiter } from '../../../gateway/src/rate-limiter.ts';
import { UNLIMITED } from '../../dev/local/processes.ts';

/** The gateway's limits, so generous that no test comes near them. */
export const unlimited = (): RateLimiter =>
  makeRateLimiter((_name, seconds) => memoryCounter(seconds), makeMetrics(), { factor: UNLIMITED });
