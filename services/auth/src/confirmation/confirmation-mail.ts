import { CONFIRM_HOURS, PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { BUTTON, page, SMALL, TEXT } from '../mail/mail-page.ts';
import type { Mail } from '../mail/mailer.ts';

/**
 * The mail that asks to confirm an address. Anyone can sign up with any address, so it contains no text that a stranger
 * could choose. The token is in the URL fragment, which browsers do not send to servers.
 */
export function confirmationMail(to: string, publicOrigin: string, token: string): Mail {
  const link = `${publicOrigin}/confirm-email#token=${token}`;
  const forgot = `${publicOrigin}/forgot-password`;
  const asked = `Someone created a ${PRODUCT_NAME} account with this email address.`;
  const until = `If it was you, confirm your address within ${CONFIRM_HOURS} hours.`;
  const ifNot = "If it wasn't you, don't confirm. To take over the account, set a new password:";
  return {
    to,
    subject: `Confirm your ${PRODUCT_NAME} email address`,
    text: `${asked} ${until}\n\nConfirm your email address:\n${link}\n\n${ifNot} ${forgot}\n\n${PRODUCT_NAME}\n${publicOrigin}\n`,
    html: page(`
      <p style="${TEXT}">${asked} ${until}</p>
      <p style="margin:28px 0"><a href="${link}" style="${BUTTON}">Confirm email address</a></p>
      <p style="${TEXT}">${ifNot} <a href="${forgot}" style="color:#0a4f3b">${forgot}</a></p>
      <p style="${SMALL}">If the button doesn't work, open this link:<br><a href="${link}" style="color:#0a4f3b;word-break:break-all">${link}</a></p>`),
  };
}
