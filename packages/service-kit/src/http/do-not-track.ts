import type { IncomingHttpHeaders } from 'node:http';

/** Whether this guest asked not to be counted, by Do Not Track or Global Privacy Control. */
export const hasDoNotTrack = (headers: IncomingHttpHeaders): boolean =>
  headers.dnt === '1' || headers['sec-gpc'] === '1';
