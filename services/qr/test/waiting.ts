import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { expect } from 'vitest';
import type { Owner, Qr } from './setup.ts';

/** Expects a 503 for a code that no worker draws. infra/tests/faults measures how soon it comes. */
export async function expectUnavailable({ owner, code }: Qr): Promise<void> {
  const answer = await code(owner());
  expectProblem(answer, 503);
  expect(answer.headers.get('retry-after')).toBe('5');
}

/** Retries until the code is drawn, as an owner would: a slow machine may need more than one request's time. */
export async function untilDrawn({ code }: Qr, owner: Owner): Promise<void> {
  await expect.poll(async () => (await code(owner)).status, { timeout: 18_000, interval: 50 }).toBe(200);
}
