import type { MoneyPattern } from '@tavola/contracts/rules/money.ts';
import { useEffect, useState } from 'react';
import { isFrom, type MenuDraft, PREVIEW_DRAFT, PREVIEW_READY } from '../../lib/menu/menu-draft.ts';
import type { ShownMenu, ShownTenant } from './shown-menu.ts';

/** Whether this page is the preview in Settings. Only pages of this site may frame it (infra/deploy/nginx). */
export const isPreview = (): boolean => window.parent !== window;

/** A menu's restaurant and prices; in the preview with what is chosen in Settings. */
export function useDraft(menu: ShownMenu | undefined): { tenant?: ShownTenant; money?: MoneyPattern | undefined } {
  const [draft, setDraft] = useState<MenuDraft>();
  const isThere = menu !== undefined;
  useEffect(() => {
    if (!isThere || !isPreview()) return;
    const listen = (event: MessageEvent) => {
      if (isFrom(window.parent, event) && event.data?.type === PREVIEW_DRAFT) setDraft(event.data.draft);
    };
    window.addEventListener('message', listen);
    window.parent.postMessage({ type: PREVIEW_READY }, window.location.origin);
    return () => window.removeEventListener('message', listen);
  }, [isThere]);
  if (!menu) return {};
  // The numbers of the draft's phone are not known.
  const tenant = draft ? { ...menu.tenant, ...draft.tenant, calls: undefined } : menu.tenant;
  return { tenant, money: draft?.money ?? menu.money };
}
