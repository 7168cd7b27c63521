import type { SystemStatus } from '@tavola/contracts/system-status.ts';
import { saysReady } from '@tavola/service-kit/runtime/health.ts';

type Name = SystemStatus['services'][number]['name'];

/** How long the status is cached, in milliseconds, so that many admins cause one request to each service. */
const REMEMBERED_MS = 5_000;

/**
 * Returns a function that asks each of `services` (their URLs), in parallel, whether it is ready; that function never
 * rejects.
 */
export function systemStatusOf(services: Readonly<Record<Name, string>>): () => Promise<SystemStatus> {
  let known: { askedAt: number; status: Promise<SystemStatus> } | undefined;
  const ask = async (): Promise<SystemStatus> => ({
    services: await Promise.all(
      (Object.keys(services) as Name[]).map(async (name) => ({ name, isReady: await saysReady(services[name]) })),
    ),
  });
  return () => {
    if (!known || performance.now() - known.askedAt > REMEMBERED_MS)
      known = { askedAt: performance.now(), status: ask() };
    return known.status;
  };
}
