import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type LanesLimit, limitInLanes, type Place } from './limit-in-lanes.ts';

const REFUSED = { code: 'unavailable', message: 'Too many.', retryAfter: 2 };

/** Lanes with one task that runs until `end`; the tasks after it note their names as they run. */
function busyLanes(limit: Partial<LanesLimit> = {}) {
  const turn = limitInLanes({ atOnce: 1, waiting: 10, waitMs: 60_000, refusal: 'Too many.', ...limit });
  const first = Promise.withResolvers<void>();
  const begun: string[] = [];
  const run = (name: string, lane: Place['lane'], by: string, signal?: AbortSignal) =>
    turn({ lane, by }, async () => void begun.push(name), signal);
  const running = turn({ lane: 'first', by: 'nobody' }, () => first.promise);
  const end = async () => {
    first.resolve();
    await running;
    for (let n = 0; n < 50; n += 1) await turnOfLoop();
  };
  return { run, end, begun };
}

describe('tasks in lanes', () => {
  it('run in parallel up to the limit, and one that fails frees its place', async () => {
    const turn = limitInLanes({ atOnce: 2, waiting: 10, waitMs: 60_000, refusal: 'Too many.' });
    let [running, most] = [0, 0];
    const work = async (nth: number) => {
      running += 1;
      most = Math.max(most, running);
      await turnOfLoop();
      running -= 1;
      if (nth % 2 === 0) throw new Error('failed');
    };
    const done = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((nth) => turn({ lane: 'second', by: 'a' }, () => work(nth))),
    );
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(most).toBe(2);
  });

  it('of the first lane go ahead, and every fourth is of the second', async () => {
    const { run, end, begun } = busyLanes();
    const all = [
      ...[1, 2, 3].map((n) => run(`second ${n}`, 'second', 'a')),
      ...[1, 2, 3, 4, 5, 6, 7].map((n) => run(`first ${n}`, 'first', 'b')),
    ];
    await end();
    await Promise.all(all);
    expect(begun.map((name) => name[0]).join('')).toBe('fffsfffsfs');
    expect(begun.filter((name) => name.startsWith('first'))).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `first ${n}`));
  });

  it('take turns by whose they are', async () => {
    const { run, end, begun } = busyLanes();
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => run(name, 'second', name[0] as string));
    await end();
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('have room in a full lane for a newcomer, in place of the newest of whoever has the most', async () => {
    const { run, end, begun } = busyLanes({ waiting: 3 });
    const many = ['a1', 'a2', 'a3'].map((name) => run(name, 'second', 'a'));
    await expect(run('a4', 'second', 'a')).rejects.toMatchObject(REFUSED);
    const newcomer = run('b1', 'second', 'b');
    await expect(many[2]).rejects.toMatchObject(REFUSED);
    // Nobody would have fewer than b then.
    await expect(run('b2', 'second', 'b')).rejects.toMatchObject(REFUSED);
    const ahead = run('c1', 'first', 'c');
    await end();
    await Promise.all([many[0], many[1], newcomer, ahead]);
    expect(begun).toEqual(['c1', 'a1', 'b1', 'a2']);
  });

  it('that wait too long, or for nobody, are refused, do not run, and leave room', async () => {
    const { run, end, begun } = busyLanes({ waiting: 1, waitMs: 30 });
    await expect(run('late', 'second', 'a')).rejects.toMatchObject(REFUSED);
    const leaving = new AbortController();
    const left = run('left', 'second', 'a', leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject(REFUSED);
    await expect(run('gone', 'second', 'a', leaving.signal)).rejects.toMatchObject(REFUSED);
    const next = run('next', 'second', 'a');
    await end();
    await next;
    expect(begun).toEqual(['next']);
  });
});
