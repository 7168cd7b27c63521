import type { BetaInvitation } from '@tavola/contracts/admin.ts';
import { BETA_SPOTS, PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { BUTTON, escaped, page, SMALL, TEXT } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import type { NotificationDeps } from './send-notification.ts';

/**
 * Queues the mail that tells an applicant for the beta how to sign up.
 * @throws Problem `unavailable` where too many mails wait.
 */
export function mailBetaInvitation(
  { mailer, later, publicOrigin }: Omit<NotificationDeps, 'log'>,
  invitation: BetaInvitation,
): void {
  later.push('mail of an accepted application', (retrying) =>
    retrying(() => mailer.send(mailOf(invitation, publicOrigin))),
  );
}

/**
 * Without any text of the application that can be read: a stranger has written it. What fills sign-up's fields is in the URL's
 * fragment, which no log has, the names in base64url.
 */
function mailOf({ email: to, contactName, companyName }: BetaInvitation, publicOrigin: string): Mail {
  const names = Buffer.from(JSON.stringify([contactName, companyName])).toString('base64url');
  const link = `${publicOrigin}/signup#email=${encodeURIComponent(to)}&names=${names}`;
  const href = escaped(link);
  const good = `Good news: your application for the ${PRODUCT_NAME} beta is accepted.`;
  const next = 'Create your account and your restaurant. It takes five minutes, and your menu can be online today.';
  const free = `The first ${BETA_SPOTS} restaurants get 6 months free.`;
  return {
    to,
    subject: `Your place in the ${PRODUCT_NAME} beta`,
    text: `${good}\n\n${next} ${free}\n\nSign up:\n${link}\n\n${PRODUCT_NAME}\n${publicOrigin}\n`,
    html: page(`
      <p style="${TEXT}">${good}</p>
      <p style="${TEXT}">${next} ${free}</p>
      <p style="margin:28px 0"><a href="${href}" style="${BUTTON}">Sign up</a></p>
      <p style="${SMALL}">If the button doesn't work, open this link:<br><a href="${href}" style="color:#0a4f3b;word-break:break-all">${href}</a></p>`),
  };
}
