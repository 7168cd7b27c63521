import { CONFIRM_HOURS, PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { linkMail } from '../mail/link-mail.ts';
import type { Mail } from '../mail/mailer.ts';

/** The mail to a new address. Anyone with an account can enter any address, so it contains no text that they could choose. */
export const emailChangeMail = (to: string, publicOrigin: string, token: string): Mail =>
  linkMail({
    to,
    publicOrigin,
    subject: `Confirm your new ${PRODUCT_NAME} email address`,
    before: [
      `Someone asked to use this email address for their ${PRODUCT_NAME} account.`,
      `If it was you, confirm it within ${CONFIRM_HOURS} hours. Until then you sign in with the old one.`,
    ],
    label: 'Confirm new address',
    path: `/confirm-new-email#token=${token}`,
    after: ["If it wasn't you, ignore this email. Nothing changes."],
  });
