import { CONFIRM_HOURS, PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { linkMail } from '../mail/link-mail.ts';
import type { Mail } from '../mail/mailer.ts';
import { plainName } from '../mail/plain-name.ts';

/** What the mail says of the restaurant. */
export interface Named {
  name: string;
  slug: string;
}

/**
 * The mail that asks to confirm an address. Anyone can sign up with any address, so of what a stranger could choose it contains the
 * restaurant's name alone, if that is a plain one, and the menu's address on this site.
 */
export function confirmationMail(to: string, publicOrigin: string, token: string, restaurant: Named | null): Mail {
  const forgot = `${publicOrigin}/forgot-password`;
  const plain = restaurant && plainName(restaurant.name);
  const name = plain ? ` for ${plain}` : '';
  return linkMail({
    to,
    publicOrigin,
    subject: `Confirm your ${PRODUCT_NAME} email address`,
    before: [
      `Someone created a ${PRODUCT_NAME} account${name} with this email address. If it was you, confirm your address within ${CONFIRM_HOURS} hours.`,
      ...(restaurant ? [`Its menu: ${publicOrigin}/menu/${restaurant.slug}`] : []),
    ],
    label: 'Confirm email address',
    path: `/confirm-email#token=${token}`,
    after: [`If it wasn't you, don't confirm. To take over the account, set a new password: ${forgot}`],
  });
}
