import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { BUTTON, page, SMALL, TEXT } from './mail-page.ts';
import type { Mail } from './mailer.ts';

interface LinkMail {
  to: string;
  publicOrigin: string;
  subject: string;
  /** Texts without markup, before and after the link. */
  before: readonly string[];
  after: readonly string[];
  /** What the link does. */
  label: string;
  /** The link's address, from the site's origin. Its token is in the fragment, which browsers do not send to servers. */
  path: string;
}

/** A mail with one link that acts. */
export function linkMail({ to, publicOrigin, subject, before, after, label, path }: LinkMail): Mail {
  const link = `${publicOrigin}${path}`;
  const paragraphs = (texts: readonly string[]) =>
    texts.map((text) => `\n      <p style="${TEXT}">${text}</p>`).join('');
  return {
    to,
    subject,
    text: `${before.join('\n\n')}\n\n${label}:\n${link}\n\n${after.join('\n\n')}\n\n${PRODUCT_NAME}\n${publicOrigin}\n`,
    html: page(`${paragraphs(before)}
      <p style="margin:28px 0"><a href="${link}" style="${BUTTON}">${label}</a></p>${paragraphs(after)}
      <p style="${SMALL}">If the button doesn't work, open this link:<br><a href="${link}" style="color:#0a4f3b;word-break:break-all">${link}</a></p>`),
  };
}
