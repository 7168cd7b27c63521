import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { plainName } from '../mail/plain-name.ts';
import type { Message } from '../mail/send-notification.ts';

/** The restaurant of a mail, to a member of it: `name` is shown if it is a plain one. */
interface Restaurant {
  name: string;
  isOwner: boolean;
}

/** The mail that gives the day of deletion, in `timeZone`, and how to cancel it, which only owners can. */
export function askedMessage(
  { isOwner, ...restaurant }: Restaurant & { timeZone: string },
  deleteAt: Date,
  publicOrigin: string,
): Message {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: restaurant.timeZone }).format(deleteAt);
  const will = `${subjectOf({ isOwner, ...restaurant })} will be deleted on ${day}`;
  return {
    what: 'restaurant to be deleted',
    subject: will,
    paragraphs: [
      `${will}, as ${isOwner ? 'requested in its settings' : 'an owner requested'}. Its menu is now offline.`,
      'On that day, its menu, QR codes, analytics and the accounts of people who only worked there are permanently deleted.',
      ...(isOwner
        ? [
            `To keep it, sign in before then: ${publicOrigin}/login`,
            `If no one on your team requested this, restore it and set a new password: ${publicOrigin}/forgot-password`,
          ]
        : ['Only an owner can keep it. If you think this is a mistake, please tell one before then.']),
    ],
  };
}

/** The mail that says that the deletion was cancelled. */
export function keptMessage(restaurant: Restaurant): Message {
  const subject = subjectOf(restaurant);
  return {
    what: 'restaurant kept',
    subject: `${subject} was restored`,
    paragraphs: [`${subject} won't be deleted. Its menu is online again.`],
  };
}

function subjectOf({ name, isOwner }: Restaurant): string {
  const [whose, shown] = [isOwner ? 'Your' : 'The', plainName(name)];
  const tail = isOwner ? '' : ' you work for';
  return `${whose} ${PRODUCT_NAME} restaurant${shown ? ` ${shown}` : tail}`;
}
