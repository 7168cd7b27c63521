import { guestNotice, noticeLanguage } from '@tavola/contracts/rules/guest-notice.ts';

/** A page for a guest without a network whose device lacks the menu, in the first of `languages` that it can speak. */
export const offlineNotice = (languages: readonly string[]): Response =>
  new Response(guestNotice('offline', noticeLanguage(languages)), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src-attr 'unsafe-inline'; img-src 'self'",
    },
  });
