import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { expect } from 'vitest';
import type { Qr } from './setup.ts';

/** What `act` gives, and how long it took. */
export async function timed<Result>(act: () => Promise<Result>): Promise<{ answer: Result; seconds: number }> {
  const startedAt = performance.now();
  const answer = await act();
  return { answer, seconds: (performance.now() - startedAt) / 1000 };
}

/** What the design promises an owner: no code in under 3 s is said in under 3 s. */
export async function expectUnavailable({ owner, code }: Qr): Promise<void> {
  const { answer, seconds } = await timed(() => code(owner()));
  expectProblem(answer, 503);
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(seconds).toBeLessThan(3);
}

/** Asks until there is a code, as an owner would; gives the seconds it took. */
export async function secondsUntilDrawn({ owner, code }: Qr): Promise<number> {
  const one = owner();
  const { seconds } = await timed(() =>
    expect.poll(async () => (await code(one)).status, { timeout: 12_000, interval: 50 }).toBe(200),
  );
  return seconds;
}
