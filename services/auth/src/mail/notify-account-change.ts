import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { type NotificationDeps, sendNotification } from './send-notification.ts';

/** Changes to an account's sign-in, in the words of the mail. It never has the new address, which a stranger could have chosen. */
const CHANGES = {
  'password changed': 'password was changed',
  'two-factor on': 'two-factor sign-in was turned on',
  'two-factor off': 'two-factor sign-in was turned off',
  'recovery codes renewed': 'recovery codes were replaced',
  'address to be changed': 'email address is to be changed, once the new one is confirmed',
  'address changed': 'email address was changed',
  // To the one before.
  'address replaced': 'email address was changed',
} as const;
type AccountChange = keyof typeof CHANGES;

/** Mails the user what changed, and what to do if it was someone else. */
export function notifyAccountChange(notification: NotificationDeps, address: string, change: AccountChange): void {
  const what = `Your ${PRODUCT_NAME} ${CHANGES[change]}.`;
  const ifYou = "If it was you, you're all set.";
  const ifNot =
    change === 'address replaced'
      ? "If it wasn't you, someone knew your password: change it wherever else you use it. A new one can't be set from this address anymore."
      : `If it wasn't you, set a new password now. That signs everyone out: ${notification.publicOrigin}/forgot-password`;
  sendNotification(notification, address, {
    what: change,
    subject: what.slice(0, -1),
    paragraphs: [what, ifYou, ifNot],
  });
}
