import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import type { Message } from '../mail/tell-by-mail.ts';

/** The mail that gives the day of deletion, in `timeZone`, and how to cancel it. */
export function askedMessage(deleteAt: Date, timeZone: string, publicOrigin: string): Message {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(deleteAt);
  return {
    what: 'restaurant to be deleted',
    subject: `Your ${PRODUCT_NAME} restaurant will be deleted on ${day}`,
    paragraphs: [
      `Your ${PRODUCT_NAME} restaurant will be deleted on ${day}, as was asked for in its settings. Its menu is offline from now on.`,
      'That day its menu, its codes, its figures and its accounts are deleted for good.',
      `Until then it can be kept: sign in and choose “Keep it”. ${publicOrigin}/login`,
      `If nobody of you asked for this, keep it, and set a new password: ${publicOrigin}/forgot-password`,
    ],
  };
}

/** The mail that says that the deletion was cancelled. */
export const keptMessage = (): Message => ({
  what: 'restaurant kept',
  subject: `Your ${PRODUCT_NAME} restaurant is kept`,
  paragraphs: [`Your ${PRODUCT_NAME} restaurant is kept after all. Its menu is online again.`],
});
