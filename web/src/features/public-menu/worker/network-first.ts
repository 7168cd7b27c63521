/** The server's response if it arrives in time with a status below 500, else the kept copy, if there is one. */
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
  return answer && answer.status < 500 ? answer : copy;
}
