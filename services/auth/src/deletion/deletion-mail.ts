import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import type { Message } from '../mail/send-notification.ts';

/** The mail that gives the day of deletion, in `timeZone`, and how to cancel it. */
export function askedMessage(deleteAt: Date, timeZone: string, publicOrigin: string): Message {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(deleteAt);
  return {
    what: 'restaurant to be deleted',
    subject: `Your ${PRODUCT_NAME} restaurant will be deleted on ${day}`,
    paragraphs: [
      `Your ${PRODUCT_NAME} restaurant will be deleted on ${day}, as requested in its settings. Its menu is now offline.`,
      'On that day, its menu, QR codes, analytics and the accounts of people who only worked there are permanently deleted.',
      `To keep it, sign in before then: ${publicOrigin}/login`,
      `If no one on your team requested this, restore it and set a new password: ${publicOrigin}/forgot-password`,
    ],
  };
}

/** The mail that says that the deletion was cancelled. */
export const keptMessage = (): Message => ({
  what: 'restaurant kept',
  subject: `Your ${PRODUCT_NAME} restaurant was restored`,
  paragraphs: [`Your ${PRODUCT_NAME} restaurant won't be deleted. Its menu is online again.`],
});
