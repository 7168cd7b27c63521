import type { IncomingHttpHeaders } from 'node:http';

/** Whether this guest opted out of counting, by Do Not Track or Global Privacy Control. */
export const hasDoNotTrack = (headers: IncomingHttpHeaders): boolean =>
  headers.dnt === '1' || headers['sec-gpc'] === '1';
