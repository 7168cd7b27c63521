import { describe, expect, it } from 'vitest';
import { limitFairly } from './limit-fairly.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Tasks that run until the test ends them, in the order in which they began. */
function tasks({ atOnce = 1, waiting = 10, waitMs = 60_000 } = {}) {
  const run = limitFairly({ atOnce, waiting, waitMs, refusal: 'Too many.', retryAfter: 10 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, used: number, { network = 'one', signal = new AbortController().signal } = {}) =>
    run(
      () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      { network, used },
      signal,
    );
  const endLast = async () => {
    await settle();
    ends.get(begun.at(-1) as string)?.();
    await settle();
  };
  return { add, begun, ends, endLast };
}
const REFUSED = { code: 'unavailable', message: 'Too many.', retryAfter: 10 };

describe('a fair limit', () => {
  it('lets the one run next that has used least, and of equals the one that came first', async () => {
    const { add, begun, endLast } = tasks();
    const all = [add('first', 9), add('heavy', 5), add('light', 1), add('later', 1), add('none', 0)];
    for (const _ of all) await endLast();
    await Promise.all(all);
    expect(begun).toEqual(['first', 'none', 'light', 'later', 'heavy']);
  });

  it('gives each network its turn, however little the others have used', async () => {
    const { add, begun, endLast } = tasks({ atOnce: 2 });
    const all = [add('a', 0), add('b', 0), add('c', 0), add('other', 5, { network: 'two' })];
    for (const _ of all) await endLast();
    expect(begun).toEqual(['a', 'b', 'other', 'c']);
  });

  it('refuses whoever would be last, also one that waits already', async () => {
    const { add, begun, endLast } = tasks({ waiting: 2 });
    const running = add('first', 9);
    const heavy = add('heavy', 5);
    const light = add('light', 1);
    await expect(add('heaviest', 6)).rejects.toMatchObject(REFUSED);
    const lightest = add('lightest', 0);
    await expect(heavy).rejects.toMatchObject(REFUSED);
    const other = add('other', 7, { network: 'two' });
    await expect(light).rejects.toMatchObject(REFUSED);
    for (const _ of [1, 2, 3]) await endLast();
    await Promise.all([running, lightest, other]);
    expect(begun).toEqual(['first', 'lightest', 'other']);
  });

  it('refuses one that waits too long or for nobody, and frees the place of one that fails', async () => {
    const { add, ends } = tasks({ waitMs: 20 });
    const first = add('first', 0);
    await expect(add('late', 0)).rejects.toMatchObject(REFUSED);
    const gone = new AbortController();
    const given = add('given up', 0, { signal: gone.signal });
    gone.abort();
    await expect(given).rejects.toMatchObject(REFUSED);
    await expect(add('gone', 0, { signal: gone.signal })).rejects.toMatchObject(REFUSED);
    ends.get('first')?.();
    await first;
    const run = limitFairly({ atOnce: 1, waiting: 1, waitMs: 60_000, refusal: '', retryAfter: 1 });
    const claim = { network: 'one', used: 0 };
    const never = new AbortController().signal;
    await expect(run(() => Promise.reject(new Error('failed')), claim, never)).rejects.toThrow('failed');
    await expect(run(async () => 'next', claim, never)).resolves.toBe('next');
  });
});
