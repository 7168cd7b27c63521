/** How many mails a stranger can have sent to one account. */
export interface MailLimit {
  /** What the limit applies to, for docs/limits.md. */
  what: string;
  /** Mails an hour. */
  count: number;
}

/** All limits on mail. Over a limit no mail is sent; a stranger's answer stays the same, so it reveals nothing. */
export const MAIL_LIMITS = {
  reset: { what: 'Links to set a new password, to one account', count: 5 },
  confirmation: { what: 'Links to confirm the address of one account, with that of the sign-up', count: 5 },
} as const satisfies Record<string, MailLimit>;
