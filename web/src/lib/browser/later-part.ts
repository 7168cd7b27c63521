import { type ComponentType, useEffect, useState } from 'react';

/** How long the browser may be busy before a part is fetched nevertheless, in milliseconds. */
const IDLE_MS = 2_000;

export interface LaterPart<Props> {
  /** Fetches the code early. Never rejects. */
  preload: () => Promise<void>;
  /**
   * The component; undefined until its code is there. The code is fetched when the browser is idle, and at once if `isWanted`.
   * `onFail` is called if it is wanted and can't be fetched; the next time it is wanted, it is fetched anew.
   */
  usePart: (isReady: boolean, isWanted: boolean, onFail: (error: unknown) => void) => ComponentType<Props> | undefined;
}

/** A part of a screen that the screen's first view does not need: `laterPart(() => import('…').then((m) => m.ItemDialog))`. */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    loaded ??= await load();
  };
  const preload = () => loadOnce().catch(() => {});

  function usePart(isReady: boolean, isWanted: boolean, onFail: (error: unknown) => void) {
    const [, setLoaded] = useState(loaded !== undefined);
    useEffect(() => {
      if (!isReady || loaded) return;
      // Not in every browser.
      if (typeof requestIdleCallback !== 'function') {
        const timer = setTimeout(preload, IDLE_MS);
        return () => clearTimeout(timer);
      }
      const request = requestIdleCallback(() => void preload(), { timeout: IDLE_MS });
      return () => cancelIdleCallback(request);
    }, [isReady]);
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once each time it is wanted
    useEffect(() => {
      if (!isWanted || loaded) return;
      let isCurrent = true;
      loadOnce().then(
        () => isCurrent && setLoaded(true),
        (error: unknown) => isCurrent && onFail(error),
      );
      return () => {
        isCurrent = false;
      };
    }, [isWanted]);
    return loaded;
  }
  return { preload, usePart };
}
