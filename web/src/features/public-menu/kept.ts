// What the public menu page and its service worker (worker/menu-worker.ts) exchange.

/** The worker's URL and scope. */
export const WORKER_URL = '/sw.js';
export const WORKER_SCOPE = '/menu/';

/** Header of a kept response: when it came from the server, as an ISO date. */
export const KEPT_AT_HEADER = 'x-kept-at';

/** The same for a kept page: an attribute of <html>, which the page reads as `dataset.keptAt`. */
export const KEPT_AT_ATTRIBUTE = 'data-kept-at';

/** Asks the worker to keep the page at `path`, with the paths of the files it is made of. */
export interface KeepMessage {
  type: 'keep';
  path: string;
  assets: string[];
}
