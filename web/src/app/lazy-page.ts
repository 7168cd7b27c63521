import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A page that is its own chunk; `preload` fetches it ahead. */
export type LazyPage<Props> = LazyExoticComponent<ComponentType<Props>> & { preload: () => void };

/** Makes a page of a dynamic import: `lazyPage(() => import('…').then((m) => m.ItemsPage))`. */
export function lazyPage<Props = object>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  const page = lazy(() => load().then((component) => ({ default: component })));
  // A failed preload is nobody's business: the real load tries again and says so.
  return Object.assign(page, { preload: () => void load().catch(() => undefined) });
}
