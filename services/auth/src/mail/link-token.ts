import { createHash, randomBytes } from 'node:crypto';

/** A new token for a mailed link: 256 random bits, safe in a URL. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a mailed link's token: read from the database, the token itself would open the account. */
export const linkTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
