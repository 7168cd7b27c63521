import type { RequestListener } from 'node:http';
import type { ServiceName } from '@tavola/contracts/topology.ts';
import type { Express } from 'express';

type Variables = Readonly<Record<string, string | undefined>>;

/** What the modules of a service export. Its main.ts is checked by type; here any service's are loaded by its name. */
interface ServiceModules {
  /** src/env.ts */
  readServiceEnv(source: Variables): unknown;
  /** src/deps.ts */
  makeDeps(env: unknown): { close(): Promise<void> };
  /** src/app.ts */
  makeApp(deps: unknown): RequestListener;
  /** The Express app alone, if `makeApp` puts something before it. */
  makeRoutes?(deps: unknown): Express;
}

/** Loads the modules of the service `name`, which every service has (docs/architecture.md#layers). */
export async function loadService(name: Exclude<ServiceName, 'gateway'>): Promise<ServiceModules> {
  const [env, deps, app] = await Promise.all([
    import(`../../../services/${name}/src/env.ts`),
    import(`../../../services/${name}/src/deps.ts`),
    import(`../../../services/${name}/src/app.ts`),
  ]);
  return { ...env, ...deps, ...app };
}
