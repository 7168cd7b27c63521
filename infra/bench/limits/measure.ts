import { setTimeout as wait } from 'node:timers/promises';
import type { ProcessName } from '@tavola/contracts/topology.ts';
import { runningProcesses } from '../../dev/local/running.ts';
import { startThrowawaySite, type ThrowawaySite } from '../../dev/local/throwaway-site.ts';
import { containerLimits, sharedBuffers } from '../lib/container-limits.ts';
import type { Owner } from '../lib/neighbour-owner.ts';
import { watchPeaks } from '../lib/peak-memory.ts';
import type { Act } from './acts.ts';
import { fullRestaurant } from './fill.ts';

/** The most that a process may take of its container's memory. */
export const MOST = 0.7;

/** How long memory is watched after an act: what it began may still run. */
const AFTER_MS = 2_000;

/** The memory of a process at its highest, in bytes. */
export interface Peak {
  process: string;
  during: string;
  peak: number;
  /** Of its container's memory in Compose or Kubernetes, whichever is smaller. */
  share: number;
}

/** The site on which limits are measured, with an owner who has as much of everything as a restaurant may have. */
interface FullSite {
  site: ThrowawaySite;
  owner: Owner;
  /** The peak of each process during `act`, and why that failed, if it did. */
  measure(act: Act): Promise<{ peaks: Peak[]; failure: Error | null }>;
}

/** Starts a throwaway site, whose processes give their memory back as they do in containers, and fills a restaurant. */
export async function startFullSite(): Promise<FullSite> {
  const { compose, kubernetes } = containerLimits();
  const limitOf = (name: string) => {
    const container = name === 'nginx' ? 'web' : name;
    const limits = [compose[container], kubernetes[container]] as const;
    if (!limits[0] || !limits[1]) throw new Error(`${name} has no limit`);
    return limits as [number, number];
  };
  // As Node does by itself in a container of this size.
  const heapOf = (name: ProcessName) => Math.floor(Math.min(...limitOf(name)) / 2 / 2 ** 20);
  const site = await startThrowawaySite('limits', undefined, (name, env) => ({
    ...env,
    NODE_OPTIONS: `--max-old-space-size=${heapOf(name)}`,
  }));
  try {
    const owner = await fullRestaurant(site);
    return {
      site,
      owner,
      async measure({ what, run }) {
        const watch = watchPeaks(runningProcesses(site.home));
        const failure = await run(site, owner).then(
          () => null,
          (error: Error) => error,
        );
        await wait(AFTER_MS);
        const peaks = Object.entries(watch.stop()).map(([name, bytes]) => {
          const peak = bytes + (name === 'postgres' ? BUFFERS_BEYOND : 0);
          return { process: name, during: what, peak, share: peak / Math.min(...limitOf(name)) };
        });
        return { peaks, failure };
      },
    };
  } catch (error) {
    await site.stop();
    throw error;
  }
}

/** How much larger the shared buffers are in containers. */
const BUFFERS_BEYOND = sharedBuffers() - 128 * 2 ** 20;
