/** Whether the server failed, or has too many requests from this network. */
const isOutage = ({ status }: Response) => status >= 500 || status === 429;

/** The server's response if it arrives in time and is no outage, else the kept copy, if there is one. */
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
