import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A page in its own chunk; `preload` fetches it early. */
export type LazyPage<Props> = LazyExoticComponent<ComponentType<Props>> & { preload: () => void };

/** Makes a lazy page from a dynamic import: `lazyPage(() => import('…').then((m) => m.ItemsPage))`. */
export function lazyPage<Props = object>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  const page = lazy(() => load().then((component) => ({ default: component })));
  // Ignore a failed preload: the real load tries again and reports its error.
  return Object.assign(page, { preload: () => void load().catch(() => undefined) });
}
