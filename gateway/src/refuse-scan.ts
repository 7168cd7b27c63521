import { noticeFor } from '@tavola/service-kit/http/guest-notice.ts';
import { sendProblem } from '@tavola/service-kit/http/send-problem.ts';
import type { Refuse } from './forwarder.ts';

/** Sends a problem; a guest who has scanned a printed code, which can't be followed right now, gets a page to read instead. */
export const refuseScan: Refuse = (req, res, problem, requestId) => {
  const { accept, 'accept-language': languages } = req.headers;
  const isGuest = req.url?.startsWith('/q/') && accept?.includes('text/html') && problem.status >= 429;
  sendProblem(res, problem, requestId, isGuest ? noticeFor('unavailable', languages) : undefined);
};
