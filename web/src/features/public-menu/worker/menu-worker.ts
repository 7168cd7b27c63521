import type { KeepMessage } from '../kept.ts';
import { KeptMenus } from './kept-menus.ts';
import { keptPicture } from './kept-pictures.ts';
import { networkFirst } from './network-first.ts';
import { offlineNotice } from './offline-notice.ts';
import { addressOf, isAsset, routeOf } from './route.ts';

// The public menu page's service worker, /sw.js: shows menus seen before when there is no network. It handles only
// menus and the files of their pages (route.ts).

declare const self: ServiceWorkerGlobalScope;

/** Change the number when the cache format changes: older caches are deleted. */
const CACHE_PREFIX = 'menus-';
const CACHE = `${CACHE_PREFIX}1`;
/** Apart from menus, so that neither makes room for the other. */
const PICTURES = 'pictures-1';
/** After this time, a kept copy is better than more waiting. */
const PATIENCE_MS = 4000;

const kept = new KeptMenus(CACHE);

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

self.addEventListener('message', (event) => {
  const { type, path, assets } = event.data as KeepMessage;
  const address = addressOf(path);
  if (type === 'keep' && address !== undefined) event.waitUntil(kept.keepAssets(address, assets.filter(isAsset)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const route = routeOf(request, self.location.origin);
  if (!route) return;
  if (route.kind === 'asset') {
    event.respondWith(kept.asset(new URL(request.url).pathname).then((copy) => copy ?? fetch(request)));
    return;
  }
  if (route.kind === 'picture') {
    event.respondWith(keptPicture(request, PICTURES));
    return;
  }
  const { kind, address } = route;
  const asked = kind === 'page' ? askForPage(event) : fetch(request);
  const keep = asked.then(
    // Clone the response before its body is read.
    (response) =>
      kind === 'page' ? kept.keepPage(address, response.clone()) : kept.keepMenu(address, response.clone()),
    () => {},
  );
  event.waitUntil(kind === 'page' ? keep.then(() => kept.noteRead(address)) : keep);
  const answer = networkFirst(asked, () => (kind === 'page' ? kept.page(address) : kept.menu(address)), PATIENCE_MS);
  event.respondWith(kind === 'page' ? answer.catch(() => offlineNotice(navigator.languages)) : answer);
});

async function takeOver(): Promise<void> {
  // The browser requests a page while it still starts this worker.
  await self.registration.navigationPreload?.enable();
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function askForPage({ preloadResponse, request }: FetchEvent): Promise<Response> {
  // On "back", the browser would take the page from its own cache, whatever its age, and it would pass for today's.
  if (request.cache === 'force-cache') return fetch(request, { cache: 'no-cache' });
  return ((await preloadResponse) as Response | undefined) ?? fetch(request);
}
