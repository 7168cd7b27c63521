import { PRODUCT_NAME, RESET_MINUTES } from '@tavola/contracts/product.ts';
import { BUTTON, page, SMALL, TEXT } from '../mail/mail-page.ts';
import type { Mail } from '../mail/mailer.ts';

/**
 * The password reset mail. Anyone who knows an address can trigger it, so it contains no text that a stranger could
 * choose, such as the account's name. The token is in the URL fragment, which browsers do not send to servers.
 */
export function resetMail(to: string, publicOrigin: string, token: string): Mail {
  const link = `${publicOrigin}/reset-password#token=${token}`;
  const asked = `Someone requested a new password for your ${PRODUCT_NAME} account.`;
  const until = `The link works once and expires in ${RESET_MINUTES} minutes. Setting a new password signs you out everywhere.`;
  const ignore = "If it wasn't you, ignore this email. Your password stays the same.";
  return {
    to,
    subject: `Set a new ${PRODUCT_NAME} password`,
    text: `${asked}\n\nSet a new password:\n${link}\n\n${until}\n\n${ignore}\n\n${PRODUCT_NAME}\n${publicOrigin}\n`,
    html: page(`
      <p style="${TEXT}">${asked}</p>
      <p style="margin:28px 0"><a href="${link}" style="${BUTTON}">Set a new password</a></p>
      <p style="${TEXT}">${until}</p>
      <p style="${TEXT}">${ignore}</p>
      <p style="${SMALL}">If the button doesn't work, open this link:<br><a href="${link}" style="color:#0a4f3b;word-break:break-all">${link}</a></p>`),
  };
}
