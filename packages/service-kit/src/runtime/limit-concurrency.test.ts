import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

/** Work that ends when the test says so, and how much of it ran in parallel. */
function work() {
  const started: (() => void)[] = [];
  let running = 0;
  let most = 0;
  return {
    run: async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => started.push(resolve));
      running -= 1;
    },
    endOne: () => started.shift()?.(),
    most: () => most,
    running: () => running,
  };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('limited concurrency', () => {
  it('runs tasks in parallel up to the limit, first in, first out', async () => {
    const { run, endOne, most, running } = work();
    const turn = limitConcurrency({ atOnce: 2, waiting: 10, refusal: 'Too many.' });
    const done: number[] = [];
    const all = [0, 1, 2, 3, 4].map((n) => turn(run).then(() => done.push(n)));
    for (let n = 0; n < 5; n++) {
      await settle();
      expect(running()).toBe(Math.min(2, 5 - n));
      endOne();
    }
    await Promise.all(all);
    expect(most()).toBe(2);
    expect(done).toEqual([0, 1, 2, 3, 4]);
  });

  it('refuses a task with a retry time while the queue is full, and accepts it later', async () => {
    const { run, endOne } = work();
    const turn = limitConcurrency({ atOnce: 1, waiting: 2, refusal: 'Too many.' });
    const taken = [turn(run), turn(run), turn(run)];
    await expect(turn(run)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Too many.',
      retryAfter: 2,
    });
    for (let n = 0; n < 3; n++) {
      await settle();
      endOne();
    }
    await Promise.all(taken);
    await expect(turn(async () => 'again')).resolves.toBe('again');
  });

  it('frees the slot of a task that fails', async () => {
    const turn = limitConcurrency({ atOnce: 1, waiting: 5, refusal: 'Too many.' });
    const failing = () => turn(() => Promise.reject(new Error('failed')));
    const results = await Promise.allSettled([failing(), failing(), turn(async () => 'fine')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  it('refuses a task that waits too long, and gives its turn to the next', async () => {
    const { run, endOne, running } = work();
    const turn = limitConcurrency({ atOnce: 1, waitMs: 20, refusal: 'Too many.' });
    const first = turn(run);
    await expect(turn(run)).rejects.toMatchObject({ code: 'unavailable', message: 'Too many.', retryAfter: 2 });
    expect(running()).toBe(1);
    const next = turn(async () => 'next');
    endOne();
    await first;
    await expect(next).resolves.toBe('next');
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(running()).toBe(0);
  });

  it('counts no task as waiting that was refused because it waited too long', async () => {
    const { run, endOne } = work();
    const turn = limitConcurrency({ atOnce: 1, waiting: 1, waitMs: 20, refusal: 'Too many.' });
    const first = turn(run);
    await expect(turn(run)).rejects.toMatchObject({ code: 'unavailable' });
    const next = turn(async () => 'next');
    endOne();
    await first;
    await expect(next).resolves.toBe('next');
  });

  it('gives up a task for which nobody waits any more, and keeps nothing of it', async () => {
    const { run, endOne } = work();
    const turn = limitConcurrency({ atOnce: 1, waiting: 1, refusal: 'Too many.' });
    const first = turn(run);
    const gone = new AbortController();
    let picture: object | undefined = { bytes: 2_000_000 };
    const kept = new WeakRef(picture);
    const workWith = (held: object) => turn(async () => held, gone.signal);
    const given = workWith(picture);
    picture = undefined;
    gone.abort();
    await expect(given).rejects.toMatchObject({ code: 'unavailable' });
    await expect(turn(run, gone.signal)).rejects.toMatchObject({ code: 'unavailable' });
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    await settle();
    collect();
    expect(kept.deref()).toBeUndefined();
    const next = turn(async () => 'next');
    endOne();
    await first;
    await expect(next).resolves.toBe('next');
  });
});
