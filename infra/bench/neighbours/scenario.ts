import type { ProcessName } from '@tavola/contracts/topology.ts';
import type { ThrowawaySite } from '../../dev/local/throwaway-site.ts';

/** One abuser and its neighbours. A scenario is a file of this folder that exports one as `scenario`. */
export interface Scenario {
  /** What the abuser does, as in "120 changes of a code's style by one owner". */
  title: string;
  /** Requests of the neighbours in a second. */
  rate: number;
  /** Multiplies the limits of docs/limits.md; by default so high that nobody reaches one, since all share this machine's address. */
  rateLimitFactor?: number;
  /** The process whose event loop is watched: none of its turns may take more than 20 ms. */
  loopOf?: ProcessName;
  /** Whether an AI is set up: one that answers all alike (`startFakeAi`). */
  needsAi?: boolean;
  /** How long to go on measuring after the abuse, in seconds; 5 by default. */
  afterSeconds?: number;
  /** Prepares the neighbours; the result does one request of theirs, and throws `Stale` or any error when it is not as it should be. */
  neighbours(site: Site): Promise<() => Promise<void>>;
  /** Abuses the site until `signal` aborts. It runs in a thread of its own; refusals of the abuser are no errors. */
  abuse(site: Site, signal: AbortSignal): Promise<void>;
}

/** What both sides know of the site. */
export type Site = Pick<ThrowawaySite, 'origin' | 'urls' | 'adminUrl' | 'home'>;

/** An answer older than a change acknowledged before it was asked for. */
export class Stale extends Error {}
