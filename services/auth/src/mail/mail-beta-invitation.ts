import { BETA_SPOTS, PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { BUTTON, page, SMALL, TEXT } from './mail-page.ts';
import type { Mail } from './mailer.ts';
import type { NotificationDeps } from './send-notification.ts';

/**
 * Queues the mail that tells an applicant for the beta how to sign up.
 * @throws Problem `unavailable` where too many mails wait.
 */
export function mailBetaInvitation(
  { mailer, later, publicOrigin }: Omit<NotificationDeps, 'log'>,
  address: string,
): void {
  later.push('mail of an accepted application', (retrying) =>
    retrying(() => mailer.send(invitation(address, publicOrigin))),
  );
}

/** Without any text of the application: a stranger has written it. The address is in the URL's fragment, which no log has. */
function invitation(to: string, publicOrigin: string): Mail {
  const link = `${publicOrigin}/signup#email=${encodeURIComponent(to)}`;
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
      <p style="margin:28px 0"><a href="${link}" style="${BUTTON}">Sign up</a></p>
      <p style="${SMALL}">If the button doesn't work, open this link:<br><a href="${link}" style="color:#0a4f3b;word-break:break-all">${link}</a></p>`),
  };
}
