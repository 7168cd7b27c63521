import { memoryCounter } from '@tavola/service-kit/data/counters.ts';
import { makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { makeRateLimiter, type RateLimiter } from '../../../gateway/src/rate-limiter.ts';
import { UNLIMITED } from '../../dev/local/processes.ts';

/** Limits for the gateway, too high for any test to reach. */
export const unlimited = (): RateLimiter =>
  makeRateLimiter((_name, seconds) => memoryCounter(seconds), makeMetrics(), { factor: UNLIMITED });
