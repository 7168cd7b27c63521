// What the diner's page and its service worker (worker/menu-worker.ts) say to each other.

/** Where the worker is, and the addresses it works for. */
export const WORKER_URL = '/sw.js';
export const WORKER_SCOPE = '/menu/';

/** On an answer that the worker had kept: when it was read from the server, as an ISO date. */
export const KEPT_AT_HEADER = 'x-kept-at';

/** The same on a kept page: an attribute of <html>, which the page reads as `dataset.keptAt`. */
export const KEPT_AT_ATTRIBUTE = 'data-kept-at';

/** Asks the worker to keep the page at `path`, with the paths of the files it is made of. */
export interface KeepMessage {
  type: 'keep';
  path: string;
  assets: string[];
}
