import type { SystemStatus } from '@tavola/contracts/admin.ts';
import { saysReady } from '@tavola/service-kit/runtime/health.ts';

type Name = SystemStatus['services'][number]['name'];

/** How long what the services said is told again, in milliseconds: many admins looking are one question to each. */
const REMEMBERED_MS = 5_000;

/** Gives what tells whether each of `services` (their URLs) says that it is ready, asked side by side; never rejects. */
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
