import { isbot } from 'isbot';

/**
 * Whether a request with this user agent is a program's: a search engine's, a link preview's, a monitor's, a library's. What
 * has no user agent is one, too. Those that pass themselves off as a person's browser can't be told from one here; most
 * never run the page that counts.
 */
export const isBot = (userAgent: string | undefined): boolean => !userAgent?.trim() || isbot(userAgent);
