import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import { page, TEXT } from './mail-page.ts';
import type { Mail, Mailer } from './mailer.ts';

export interface NotificationDeps {
  mailer: Mailer;
  later: BackgroundTasks;
  publicOrigin: string;
  log: Logger;
}

/** A notification. `what` names it in the log; `paragraphs` are fixed texts without markup. */
export interface Message {
  what: string;
  subject: string;
  paragraphs: readonly string[];
}

/** Queues a notification mail to `address`. Never fails its caller: what the mail reports has already happened. */
export function sendNotification(
  { mailer, later, publicOrigin, log }: NotificationDeps,
  address: string,
  message: Message,
): void {
  const { what } = message;
  try {
    later.push(`notification mail: ${what}`, (retrying) =>
      retrying(() => mailer.send(mailOf(address, publicOrigin, message))),
    );
  } catch (error) {
    log.warn({ err: error, what }, 'notification mail dropped');
  }
}

/** No link in it acts by itself. */
const mailOf = (to: string, publicOrigin: string, { subject, paragraphs }: Message): Mail => ({
  to,
  subject,
  text: `${paragraphs.join('\n\n')}\n\n${PRODUCT_NAME}\n${publicOrigin}\n`,
  html: page(paragraphs.map((text) => `\n      <p style="${TEXT}">${text}</p>`).join('')),
});
