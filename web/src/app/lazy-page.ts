import { type ComponentType, createElement, lazy, useState } from 'react';

/** A page in its own chunk; `preload` fetches it early, and never rejects. */
type LazyPage<Props> = ComponentType<Props> & { preload: () => Promise<void> };

const noop = () => {};

/** Makes a lazy page from a dynamic import: `lazyPage(() => import('…').then((m) => m.ItemsPage))`. */
export function lazyPage<Props extends object = object>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  const Lazy = lazy(loadOnce) as unknown as ComponentType<Props>;

  /** Without a loading screen if the code is there: React's `lazy` shows one for a moment even then. */
  function Page(props: Props) {
    // Chosen once: another component type would lose the page's state.
    const [Component] = useState(() => loaded ?? Lazy);
    return createElement(Component, props);
  }
  // Ignore a failed preload: the real load tries again and reports its error.
  return Object.assign(Page, { preload: () => loadOnce().then(noop, noop) });
}
