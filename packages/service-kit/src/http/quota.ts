import { QUOTAS, type QuotaName } from '@tavola/contracts/quotas.ts';
import { Problem } from './problem.ts';

/** @throws Problem `quota-reached` if `used` is more than the quota allows. */
export function requireWithin(name: QuotaName, used: number): void {
  const { most, message } = QUOTAS[name];
  if (used > most) throw new Problem('quota-reached', message, { quota: { name, most } });
}
