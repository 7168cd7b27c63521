/** How many mails a stranger can have sent to one account. */
export interface MailLimit {
  /** What the limit applies to, for docs/limits.md. */
  what: string;
  count: number;
  /** Mails are counted for this time, in minutes. */
  minutes: number;
}

/**
 * All limits on mail. Over a limit no mail is sent; a stranger's answer stays the same, so it reveals nothing. A link outlives
 * the time for which its mail is counted: strangers who use up the limit leave the owner links that still work.
 */
export const MAIL_LIMITS = {
  reset: { what: 'Links to set a new password, to one account', count: 3, minutes: 30 },
  confirmation: {
    what: 'Links to confirm the address of one account, with that of the sign-up',
    count: 5,
    minutes: 60,
  },
  emailChange: {
    what: "Links to confirm an account's new address, with a notice to the old one",
    count: 5,
    minutes: 60,
  },
  invitation: { what: 'Invitations by mail, of one restaurant', count: 30, minutes: 60 },
} as const satisfies Record<string, MailLimit>;
