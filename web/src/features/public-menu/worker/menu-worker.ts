import type { KeepMessage } from '../kept.ts';
import { KeptMenus } from './kept-menus.ts';
import { networkFirst } from './network-first.ts';
import { isAsset, routeOf, slugOf } from './route.ts';

// The diner's page has this service worker, /sw.js: who has seen a menu sees it again without a network. It answers for
// menus and the files of their pages (route.ts) and for nothing else.

declare const self: ServiceWorkerGlobalScope;

/** Another number for another way to keep things: what lies in the caches of before is thrown away. */
const CACHE_PREFIX = 'menus-';
const CACHE = `${CACHE_PREFIX}1`;
/** Longer than this, and a menu of before is better than none. */
const PATIENCE_MS = 4000;

const kept = new KeptMenus(CACHE);

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

self.addEventListener('message', (event) => {
  const { type, path, assets } = event.data as KeepMessage;
  const slug = slugOf(path);
  if (type === 'keep' && slug !== undefined) event.waitUntil(kept.keepAssets(slug, assets.filter(isAsset)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const route = routeOf(request, self.location.origin);
  if (!route) return;
  if (route.kind === 'asset') {
    event.respondWith(kept.asset(new URL(request.url).pathname).then((copy) => copy ?? fetch(request)));
    return;
  }
  const { kind, slug } = route;
  const asked = kind === 'page' ? askForPage(event) : fetch(request);
  const keep = asked.then(
    // A copy of the answer, taken before anybody reads it.
    (response) => (kind === 'page' ? kept.keepPage(slug, response.clone()) : kept.keepMenu(slug, response.clone())),
    () => {},
  );
  event.waitUntil(kind === 'page' ? keep.then(() => kept.noteRead(slug)) : keep);
  event.respondWith(networkFirst(asked, () => (kind === 'page' ? kept.page(slug) : kept.menu(slug)), PATIENCE_MS));
});

async function takeOver(): Promise<void> {
  // The browser asks for a page while it still wakes this worker up.
  await self.registration.navigationPreload?.enable();
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function askForPage({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return ((await preloadResponse) as Response | undefined) ?? fetch(request);
}
