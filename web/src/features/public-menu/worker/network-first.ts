import { saysNoSuchMenu } from '../no-such-menu.ts';

/** Whether the server failed, has too many requests from this network, or was not reached: a 404 is somebody else's. */
async function isOutage(answer: Response): Promise<boolean> {
  if (answer.status === 404) return !saysNoSuchMenu(404, await answer.clone().text());
  return answer.status >= 500 || answer.status === 429;
}

/** The server's response if it arrives in time and is no outage, else the kept copy, if there is one. */
export async function networkFirst(
  asked: Promise<Response>,
  findCopy: () => Promise<Response | undefined>,
  patienceMs: number,
): Promise<Response> {
  const answered = asked.then(async (answer) => ((await isOutage(answer)) ? undefined : answer)).catch(() => undefined);
  const copy = await findCopy();
  if (!copy) return asked;
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  return (await Promise.race([answered, tooLate])) ?? copy;
}
