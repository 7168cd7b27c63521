import { networkFirst } from '../../features/public-menu/worker/network-first.ts';
import { ShellKeeper, shellRoute } from './shell-keeper.ts';

// The dashboard's service worker, /dashboard-sw.js: a cold start needs no network but for the data. It keeps the HTML and the
// files that it names, which are the same for all users, and never an answer of the API.

declare const self: ServiceWorkerGlobalScope;

/** Change the number when the cache format changes: older caches are deleted. */
const CACHE_PREFIX = 'dashboard-';
const CACHE = `${CACHE_PREFIX}1`;
/** After this time, an older copy is better than more waiting. */
const PATIENCE_MS = 4000;

const keeper = new ShellKeeper(() => caches.open(CACHE));

self.addEventListener('install', (event) => event.waitUntil(keeper.refresh().then(() => self.skipWaiting())));

self.addEventListener('activate', (event) => event.waitUntil(removeOldCaches()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const route = shellRoute(request, self.location.origin);
  if (route === 'asset') event.respondWith(keeper.asset(request));
  if (route !== 'shell') return;
  const answer = answerShell(request);
  event.respondWith(answer);
  // The next start gets what a deployment has changed.
  event.waitUntil(answer.then(() => keeper.refresh()).catch(() => {}));
});

async function answerShell(request: Request): Promise<Response> {
  const kept = await keeper.shell();
  if (kept?.isFresh) return kept.copy;
  return networkFirst(fetch(request), async () => kept?.copy, PATIENCE_MS);
}

async function removeOldCaches(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
  }
}
