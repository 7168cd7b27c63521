import type { Site } from '@tavola/contracts/site.ts';
import { escaped, FOOTER, SMALL } from './mail-page.ts';
import type { Mailer } from './mailer.ts';

/** `mailer` with the operator's support, terms and privacy policy at the end of each mail, as far as `site` names them. */
export function withFooter(mailer: Mailer, { supportEmail, termsUrl, privacyUrl }: Site): Mailer {
  const lines = [
    ...(supportEmail ? [{ label: 'Questions?', shown: supportEmail, href: `mailto:${supportEmail}` }] : []),
    ...(termsUrl ? [{ label: 'Terms:', shown: termsUrl, href: termsUrl }] : []),
    ...(privacyUrl ? [{ label: 'Privacy:', shown: privacyUrl, href: privacyUrl }] : []),
  ];
  if (lines.length === 0) return mailer;
  const text = lines.map(({ label, shown }) => `${label} ${shown}\n`).join('');
  const links = lines.map(
    ({ label, shown, href }) =>
      `${label} <a href="${escaped(href)}" style="color:#0a4f3b;word-break:break-all">${escaped(shown)}</a>`,
  );
  const html = `\n      <p style="${SMALL}">${links.join('<br>')}</p>`;
  return {
    send: (mail) => mailer.send({ ...mail, text: mail.text + text, html: mail.html.replace(FOOTER, () => html) }),
    close: () => mailer.close(),
  };
}
