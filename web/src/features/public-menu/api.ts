import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { useEffect, useState } from 'react';
import { apiRequest } from '../../lib/api.ts';

export type PublicMenuState =
  | { status: 'loading'; menu: undefined }
  | { status: 'failed'; menu: undefined }
  | { status: 'ready'; menu: PublicMenu };

/** A restaurant's menu, asked for once. Without TanStack Query, which would be a sixth of a diner's download. */
export function usePublicMenu(slug: string): PublicMenuState {
  const [state, setState] = useState<PublicMenuState>({ status: 'loading', menu: undefined });
  useEffect(() => {
    const leaving = new AbortController();
    apiRequest<PublicMenu>('GET', `/api/public/menu/${encodeURIComponent(slug)}`, undefined, { signal: leaving.signal })
      .then((menu) => setState(menu ? { status: 'ready', menu } : { status: 'failed', menu: undefined }))
      .catch(() => {
        if (!leaving.signal.aborted) setState({ status: 'failed', menu: undefined });
      });
    return () => leaving.abort();
  }, [slug]);
  return state;
}
