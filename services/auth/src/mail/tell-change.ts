import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import type { Logger } from '@tavola/service-kit/log.ts';
import type { Later } from './later.ts';
import { page, TEXT } from './mail-page.ts';
import type { Mail, Mailer } from './mailer.ts';

/** What changed about the way into an account, as its user is told. */
const CHANGES = {
  'password changed': 'password was changed',
  'two-factor on': 'two-factor sign-in was turned on',
  'two-factor off': 'two-factor sign-in was turned off',
  'recovery codes renewed': 'recovery codes were replaced by new ones',
} as const;
export type AccountChange = keyof typeof CHANGES;

export interface TellDeps {
  mailer: Mailer;
  later: Later;
  publicOrigin: string;
  log: Logger;
}

/** Has the user at `address` told by mail, later: the change is made, whether a mail can go out or not. */
export function tellChange(
  { mailer, later, publicOrigin, log }: TellDeps,
  address: string,
  change: AccountChange,
): void {
  try {
    later.push(`a mail that says: ${change}`, (retrying) =>
      retrying(() => mailer.send(changeMail(address, publicOrigin, change))),
    );
  } catch (error) {
    log.warn({ err: error, change }, 'a change is told to nobody');
  }
}

/** The mail says what changed and what to do where it was somebody else. It has no link that does anything by itself. */
function changeMail(to: string, publicOrigin: string, change: AccountChange): Mail {
  const what = `Your ${PRODUCT_NAME} ${CHANGES[change]}.`;
  const ifYou = 'If it was you, there is nothing to do.';
  const ifNot = `If it was not you, set a new password now, which signs everybody out: ${publicOrigin}/forgot-password`;
  const paragraphs = [what, ifYou, ifNot];
  return {
    to,
    subject: what.slice(0, -1),
    text: `${paragraphs.join('\n\n')}\n\n${PRODUCT_NAME}\n${publicOrigin}\n`,
    html: page(paragraphs.map((text) => `\n      <p style="${TEXT}">${text}</p>`).join('')),
  };
}
