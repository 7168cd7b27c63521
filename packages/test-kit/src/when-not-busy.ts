import { setTimeout as rest } from 'node:timers/promises';

/** Repeats `ask` while it returns 503: work has time limits, which a busy machine may exceed. */
export async function whenNotBusy<Result extends { status: number }>(ask: () => Promise<Result>): Promise<Result> {
  const until = Date.now() + 30_000;
  let answer = await ask();
  while (answer.status === 503 && Date.now() < until) {
    await rest(500);
    answer = await ask();
  }
  return answer;
}
