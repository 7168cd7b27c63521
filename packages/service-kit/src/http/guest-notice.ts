import { guestNotice, NOTICE_LANGUAGES, type NoticeLanguage } from '@tavola/contracts/rules/guest-notice.ts';
import { preferredLanguage } from './preferred-language.ts';

/** The HTML of a notice in the language that a guest reads best, by the header Accept-Language. */
export const noticeFor = (notice: Parameters<typeof guestNotice>[0], acceptLanguage: string | undefined): string =>
  guestNotice(notice, preferredLanguage(NOTICE_LANGUAGES, acceptLanguage) as NoticeLanguage);
