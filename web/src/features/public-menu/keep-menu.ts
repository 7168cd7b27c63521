import { type KeepMessage, WORKER_SCOPE, WORKER_URL } from './kept.ts';

/** Has the service worker keep this page for when there is no network. Once the page has all it needs, and quietly. */
export function keepMenu(): void {
  // While developing, files would be kept that change all the time.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const start = () => handOver().catch(() => {});
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

async function handOver(): Promise<void> {
  const registration = await navigator.serviceWorker.register(WORKER_URL, { scope: WORKER_SCOPE });
  // Words of the menu may still have asked for a font.
  await document.fonts.ready;
  const worker = await activated(registration);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const assets = loaded.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
  const message: KeepMessage = { type: 'keep', path: location.pathname, assets };
  worker?.postMessage(message);
}

/** The worker, once it is at work: the very first visit has to wait for that. */
async function activated({ installing, waiting, active }: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const worker = installing ?? waiting ?? active;
  while (worker && worker.state !== 'activated' && worker.state !== 'redundant') {
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  }
  return worker;
}
