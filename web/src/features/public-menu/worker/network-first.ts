import { MENU_VERSION_HEADER } from '@tavola/contracts/menu-page.ts';

/** The server's response if it arrives in time and is one, else the kept copy, if there is one. */
export async function networkFirst(
  asked: Promise<Response>,
  findCopy: () => Promise<Response | undefined>,
  patienceMs: number,
): Promise<Response> {
  const answered = asked.catch(() => undefined);
  const copy = await findCopy();
  if (!copy) return asked;
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const answer = await Promise.race([answered, tooLate]);
  return answer && !isOutage(answer) ? answer : copy;
}

/**
 * Whether the server failed, or has too many requests from this network. If the edge can't get the menu, it sends the page without
 * one, which has no version.
 */
const isOutage = ({ status, headers }: Response) =>
  status >= 500 || status === 429 || (status === 200 && !headers.has(MENU_VERSION_HEADER));
