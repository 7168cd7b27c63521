import { temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { UNLIMITED } from './processes.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';

export interface ThrowawaySite extends Pick<Stack, 'origin' | 'urls' | 'adminUrl'> {
  /** The folder of its data and logs, and of its list of processes. */
  home: string;
  stop(): Promise<void>;
}

/**
 * Starts the whole product with fresh seed data on a free port; stopping it deletes everything. `rateLimitFactor` multiplies
 * the limits of docs/limits.md; by default nobody reaches one. `adapt` replaces the environments of its processes.
 */
export async function startThrowawaySite(
  purpose: string,
  rateLimitFactor = UNLIMITED,
  adapt: NonNullable<StackOptions['adapt']> = (_name, env) => env,
): Promise<ThrowawaySite> {
  // With a space in its path, as folders have.
  const home = temporaryFolder(`a ${purpose}`);
  const [port] = (await freePorts(1)) as [number];
  const stack = await startStack({
    home: home.path,
    port,
    isThrowaway: true,
    // A slow response on a busy machine must not fail a test that is not about time.
    adapt: (name, env) => adapt(name, name === 'gateway' ? { ...env, ANSWER_WITHIN_MS: '15000' } : env),
    rateLimitFactor,
    say: (line) => console.log(`  ${line}`),
  });
  return {
    origin: stack.origin,
    urls: stack.urls,
    adminUrl: stack.adminUrl,
    home: home.path,
    async stop() {
      await stack.stop();
      home.remove();
    },
  };
}
