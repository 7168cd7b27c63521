import type { ChosenLook } from '@tavola/contracts/rules/look.ts';
import type { MoneyPattern } from '@tavola/contracts/rules/money.ts';

// What Settings and the menu in its preview frame tell each other. Both are pages of this site, and check that.

/** What a guest would see of the restaurant if the form were saved. */
export interface MenuDraft {
  tenant: {
    name: string;
    description: string;
    phone: string;
    address: string;
    logo: string;
    themeColor: string;
    look: ChosenLook | undefined;
  };
  money: MoneyPattern;
}

/** From the frame: the menu is there and listens. */
export const PREVIEW_READY = 'menu-preview-ready';
/** To the frame, with the draft. */
export const PREVIEW_DRAFT = 'menu-preview-draft';

/** Whether a message came from `sender`, and from a page of this site. */
export function isFrom(sender: MessageEventSource | null | undefined, { origin, source }: MessageEvent): boolean {
  return origin === window.location.origin && source !== null && source === sender;
}
