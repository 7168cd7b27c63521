import { CONFIRM_HOURS, PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { linkMail } from '../mail/link-mail.ts';
import type { Mail } from '../mail/mailer.ts';

/** What the mail says of the restaurant. */
export interface Named {
  name: string;
  slug: string;
}

/** Letters, digits and what names are written with: nothing that a mail program makes a link of, and no markup. */
const PLAIN_NAME = /^(?:[\p{L}\p{M}\p{N} '’&,+-]|\.(?= |$)){1,60}$/u;

/**
 * The mail that asks to confirm an address. Anyone can sign up with any address, so of what a stranger could choose it contains the
 * restaurant's name alone, if that is a plain one, and the menu's address on this site.
 */
export function confirmationMail(to: string, publicOrigin: string, token: string, restaurant: Named | null): Mail {
  const forgot = `${publicOrigin}/forgot-password`;
  const name = restaurant && PLAIN_NAME.test(restaurant.name) ? ` for “${restaurant.name}”` : '';
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
