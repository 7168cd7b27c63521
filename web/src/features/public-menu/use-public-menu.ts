import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MenuAnswer } from './api.ts';
import { holdPlace } from './hold-place.ts';
import { type MenuState, type MenuWatch, watchMenu, withAnswer } from './watch-menu.ts';

const LOADING: MenuState = { status: 'loading', menu: undefined };

/**
 * A restaurant's menu, starting with the `first` answer and then kept up to date. Without TanStack Query, which would be
 * a sixth of a diner's download.
 */
export function usePublicMenu(slug: string, first: MenuAnswer): MenuState & { retry: () => void } {
  const [opened] = useState(() => withAnswer(LOADING, first, Date.now(), false));
  // Start as the server rendered it, which is never as cut off.
  const [state, setState] = useState<MenuState>(opened.status === 'ready' ? { ...opened, isCutOff: false } : opened);
  const watch = useRef<MenuWatch>(undefined);

  useEffect(() => {
    if (opened.status === 'ready' && opened.isCutOff) setState(opened);
    const started = watchMenu(slug, opened, (next) => {
      // Render synchronously, so that the scroll position can be restored.
      const putBack = holdPlace();
      flushSync(() => setState(next));
      putBack();
    });
    watch.current = started;
    return () => started.stop();
  }, [slug, opened]);

  return { ...state, retry: () => watch.current?.retry() };
}
