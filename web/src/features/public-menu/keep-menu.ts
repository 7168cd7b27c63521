import { type KeepMessage, WORKER_SCOPE, WORKER_URL } from './kept.ts';

/** Asks the service worker to keep this page for offline use, once the page has fully loaded. Ignores failures. */
export function keepMenu(): void {
  // Not in development, where files change all the time.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const start = () => handOver().catch(() => {});
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

async function handOver(): Promise<void> {
  const registration = await navigator.serviceWorker.register(WORKER_URL, { scope: WORKER_SCOPE });
  // The menu's text may still be loading a font.
  await document.fonts.ready;
  const worker = await activated(registration);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const assets = loaded.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
  const message: KeepMessage = { type: 'keep', path: location.pathname, assets };
  worker?.postMessage(message);
}

/** The active worker; on a first visit, waits until it is activated. */
async function activated({ installing, waiting, active }: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const worker = installing ?? waiting ?? active;
  while (worker && worker.state !== 'activated' && worker.state !== 'redundant') {
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  }
  return worker;
}
