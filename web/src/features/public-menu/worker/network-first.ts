import { MENU_VERSION_HEADER } from '@tavola/contracts/menu-page.ts';

/** Whether the server failed, or has too many requests from this network. */
const isOutage = ({ status }: Response) => status >= 500 || status === 429;

/** The same of a menu: if the edge can't get one, it sends the page without it, which has no version. */
export const isMenuOutage = (answer: Response) =>
  isOutage(answer) || (answer.status === 200 && !answer.headers.has(MENU_VERSION_HEADER));

/** The server's response if it arrives in time and is no outage, else the kept copy, if there is one. */
export async function networkFirst(
  asked: Promise<Response>,
  findCopy: () => Promise<Response | undefined>,
  patienceMs: number,
  isRefused = isOutage,
): Promise<Response> {
  const answered = asked.catch(() => undefined);
  const copy = await findCopy();
  if (!copy) return asked;
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const answer = await Promise.race([answered, tooLate]);
  return answer && !isRefused(answer) ? answer : copy;
}
