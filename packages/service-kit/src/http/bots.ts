import type { IncomingHttpHeaders } from 'node:http';
import { createIsbotFromList, list } from 'isbot';

/** A browser without a window renders the page and reads it as a person's does, so its visits count. */
const isListed = createIsbotFromList(list.filter((pattern) => pattern !== 'headless'));

/**
 * Whether a request with this user agent comes from a program: a search engine, a link preview, a monitor, a library, or
 * anything without a user agent. Programs that pose as a browser are not recognized; most never run the page that counts.
 */
export const isBot = (userAgent: string | undefined): boolean => !userAgent?.trim() || isListed(userAgent);

/** HTTP clients that a program, or a phone's scanner app, may use. */
const CLIENT =
  /^(?:node|undici|axios|got|curl|wget|python|aiohttp|go-http-client|okhttp|dalvik|java|apache-httpclient|ruby|php|guzzle|dart|cfnetwork|\S+ cfnetwork|k6|postmanruntime)\b/i;

/**
 * Whether it is a search engine, a link preview or a monitor that says so. A plain HTTP client is none: scanner apps use some to follow a
 * code, and some send no user agent.
 */
export const isCrawler = (userAgent: string | undefined): boolean =>
  userAgent !== undefined && isListed(userAgent) && !CLIENT.test(userAgent);

/** Whether a browser asks ahead of its user, who may never open the page: a prefetch, a prerendering, a preview of a page. */
export const isAheadOfUser = (headers: IncomingHttpHeaders): boolean =>
  [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].some((purpose) =>
    /prefetch|prerender|preview/i.test(String(purpose ?? '')),
  );
