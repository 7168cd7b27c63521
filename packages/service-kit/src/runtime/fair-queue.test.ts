import { setImmediate as nextIteration } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { tooManyRequests } from '../http/problem.ts';
import { type FairLine, fairLine } from './fair-line.ts';
import { busy, fairQueue, type QueueLimits, type QueuePlace } from './fair-queue.ts';

const REFUSED = { code: 'unavailable', message: 'Too many.', retryAfter: 2 };
const never = new AbortController().signal;

/** A queue whose tasks run until the test ends them, in the order in which they began. */
function tasks<Kind extends string = never>(limits: Partial<QueueLimits<Kind>> = {}) {
  const queue = fairQueue<Kind>({ atOnce: 1, refuse: busy('Too many.'), ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, place: QueuePlace<Kind>) =>
    queue.run(place, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      ends.delete(name);
      return name;
    });
  /** Ends the tasks that run, one after the other, until none is left. */
  const endAll = async () => {
    for (let [name] = ends.keys(); name !== undefined; [name] = ends.keys()) {
      ends.get(name)?.();
      for (let n = 0; n < 3; n += 1) await nextIteration();
    }
  };
  return { run: queue.run, add, begun, ends, endAll };
}

describe('a queue', () => {
  it('runs tasks at once up to its limit, first come, first served', async () => {
    const { add, begun, ends, endAll } = tasks({ atOnce: 2 });
    const all = ['0', '1', '2', '3', '4'].map((name) => add(name, {}));
    expect(begun).toEqual(['0', '1']);
    ends.get('1')?.();
    await nextIteration();
    expect([...ends.keys()]).toEqual(['0', '2']);
    await endAll();
    expect(await Promise.all(all)).toEqual(begun);
    expect(begun).toEqual(['0', '1', '2', '3', '4']);
  });

  it('refuses a task while it is full, with the time of a retry, and accepts it later', async () => {
    const { run, add, endAll } = tasks({ waiting: 2 });
    const taken = ['0', '1', '2'].map((name) => add(name, {}));
    await expect(add('3', {})).rejects.toMatchObject(REFUSED);
    await endAll();
    await Promise.all(taken);
    await expect(run({}, async () => 'again')).resolves.toBe('again');
  });

  it('goes on after a task that fails', async () => {
    const { run } = tasks();
    const failing = () => run({}, () => Promise.reject(new Error('failed')));
    const results = await Promise.allSettled([failing(), failing(), run({}, async () => 'fine')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  it('refuses a task that waits too long, which then neither runs nor counts as waiting', async () => {
    const { add, begun, endAll } = tasks({ waiting: 1, waitMs: 20 });
    const first = add('first', {});
    await expect(add('late', {})).rejects.toMatchObject(REFUSED);
    const next = add('next', {});
    await endAll();
    await Promise.all([first, next]);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(begun).toEqual(['first', 'next']);
  });

  it('gives up a task for which nobody waits any more, and keeps nothing of it', async () => {
    const { run, add, begun, endAll } = tasks({ waiting: 1 });
    const first = add('first', {});
    const gone = new AbortController();
    let picture: object | undefined = { bytes: 2_000_000 };
    const kept = new WeakRef(picture);
    const workWith = (held: object) => run({ signal: gone.signal }, async () => held);
    const given = workWith(picture);
    picture = undefined;
    gone.abort();
    await expect(given).rejects.toMatchObject(REFUSED);
    await expect(add('gone', { signal: gone.signal })).rejects.toMatchObject(REFUSED);
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    await nextIteration();
    collect();
    expect(kept.deref()).toBeUndefined();
    const next = add('next', { signal: never });
    await endAll();
    await Promise.all([first, next]);
    expect(begun).toEqual(['first', 'next']);
  });
});

describe('a limit of each key', () => {
  const limits = {
    atOnce: Number.POSITIVE_INFINITY,
    per: { restaurant: { atOnce: 1, waiting: 1 } },
    refuse: () => tooManyRequests('Too many.', 5_000),
  };
  const [ada, bea] = [{ restaurant: 'ada' }, { restaurant: 'bea' }];

  it('makes the tasks of one wait for each other, refuses too many, and does not affect others', async () => {
    const { run, add, begun, ends, endAll } = tasks<'restaurant'>(limits);
    const first = run(ada, () => Promise.reject(new Error('failed')));
    const second = add('2', ada);
    await expect(add('3', ada)).rejects.toMatchObject({
      code: 'too-many-requests',
      message: 'Too many. Please try again in 5 seconds.',
      retryAfter: 5,
    });
    expect(await run(bea, async () => 'other')).toBe('other');
    await expect(first).rejects.toThrow('failed');
    await nextIteration();
    expect([...ends.keys()]).toEqual(['2']);
    await endAll();
    expect(await second).toBe('2');
    expect(await run(ada, async () => 'again')).toBe('again');
    expect(begun).toEqual(['2']);
  });

  it('stands beside one for all, and the refusal says which was reached', async () => {
    const { add, endAll } = tasks<'restaurant'>({
      atOnce: 2,
      waiting: 0,
      per: { restaurant: { atOnce: 1, waiting: 0 } },
      refuse: (limit) => tooManyRequests(limit ?? 'all', 1_000),
    });
    const first = add('ada', ada);
    await expect(add('ada again', ada)).rejects.toThrow('restaurant');
    const second = add('bea', bea);
    await expect(add('cem', { restaurant: 'cem' })).rejects.toThrow('all');
    await endAll();
    await Promise.all([first, second]);
  });

  it('lets others pass a task whose key may not run now', async () => {
    const { add, begun, endAll } = tasks<'restaurant'>({ atOnce: 2, per: { restaurant: { atOnce: 1 } } });
    const all = ['a1', 'a2', 'b1', 'c1'].map((name) => add(name, { restaurant: name.charAt(0) }));
    await endAll();
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'b1', 'a2', 'c1']);
  });
});

describe('priorities', () => {
  const limits = { order: 'round-robin', displaces: true, per: { by: {} } } as const;

  it('the first goes ahead, and every fourth task is of the second', async () => {
    const { add, begun, endAll } = tasks<'by'>(limits);
    const all = [
      add('now', { by: 'nobody' }),
      ...[1, 2, 3].map((n) => add(`second ${n}`, { by: 'a', priority: 'second' })),
      ...[1, 2, 3, 4, 5, 6, 7].map((n) => add(`first ${n}`, { by: 'b', priority: 'first' })),
    ];
    await endAll();
    await Promise.all(all);
    expect(begun.map((name) => name[0]).join('')).toBe('nfffsfffsfs');
    expect(begun.filter((name) => name.startsWith('first'))).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `first ${n}`));
  });

  it('in a full one a newcomer takes the place of the newest of whoever has the most', async () => {
    const { add, begun, endAll } = tasks<'by'>({ ...limits, waiting: 3 });
    const of = (name: string) => add(name, { by: name.charAt(0), priority: 'second' });
    const now = add('now', { by: 'nobody' });
    const many = ['a1', 'a2', 'a3'].map(of);
    await expect(of('a4')).rejects.toMatchObject(REFUSED);
    const newcomer = of('b1');
    await expect(many[2]).rejects.toMatchObject(REFUSED);
    // Nobody would have fewer than b then.
    await expect(of('b2')).rejects.toMatchObject(REFUSED);
    const ahead = add('c1', { by: 'c', priority: 'first' });
    await endAll();
    await Promise.all([now, many[0], many[1], newcomer, ahead]);
    expect(begun).toEqual(['now', 'c1', 'a1', 'b1', 'a2']);
  });
});

describe('least running', () => {
  const limits = { order: 'least-running', displaces: true, per: { network: {} } } as const;
  const refused = { ...REFUSED, retryAfter: 10 };
  const queue = (more: Partial<QueueLimits<'network'>> = {}) => {
    const { add, ...others } = tasks<'network'>({ ...limits, refuse: busy('Too many.', 10), ...more });
    return { ...others, add: (name: string, used: number, network = 'one') => add(name, { network, used }) };
  };

  it('lets the one run next that has used least, and of equals the one that came first', async () => {
    const { add, begun, endAll } = queue();
    const all = [add('first', 9), add('heavy', 5), add('light', 1), add('later', 1), add('none', 0)];
    await endAll();
    await Promise.all(all);
    expect(begun).toEqual(['first', 'none', 'light', 'later', 'heavy']);
  });

  it('gives each key its turn, however little the others have used', async () => {
    const { add, begun, ends, endAll } = queue({ atOnce: 2 });
    const all = [add('a', 0), add('b', 0), add('c', 0), add('other', 5, 'two')];
    ends.get('b')?.();
    await nextIteration();
    await endAll();
    await Promise.all(all);
    expect(begun).toEqual(['a', 'b', 'other', 'c']);
  });

  it('refuses whoever would be last, also one that waits already', async () => {
    const { add, begun, endAll } = queue({ waiting: 2 });
    const running = add('first', 9);
    const heavy = add('heavy', 5);
    const light = add('light', 1);
    await expect(add('heaviest', 6)).rejects.toMatchObject(refused);
    const lightest = add('lightest', 0);
    await expect(heavy).rejects.toMatchObject(refused);
    const other = add('other', 7, 'two');
    await expect(light).rejects.toMatchObject(refused);
    await endAll();
    await Promise.all([running, lightest, other]);
    expect(begun).toEqual(['first', 'lightest', 'other']);
  });
});

describe('least time', () => {
  /** A queue on a clock that only its tasks move forward, and the restaurants in the order in which they ran. */
  function drawings() {
    let clock = 0;
    const drawn: string[] = [];
    const { run } = tasks<'restaurant'>({ order: 'least-time', per: { restaurant: {} }, now: () => clock });
    const draw = (restaurant: string, ms: number) =>
      run({ restaurant }, async () => {
        drawn.push(restaurant);
        await nextIteration();
        clock += ms;
      });
    return { run, draw, drawn };
  }

  it('the next task is of the key that has run for the shortest time', async () => {
    const { draw, drawn } = drawings();
    const slow = Array.from({ length: 4 }, () => draw('ada', 300));
    const quick = async () => {
      for (let code = 0; code < 4; code += 1) await draw('bea', 100);
    };
    await Promise.all([...slow, quick()]);
    expect(drawn.join(' ')).toBe('ada bea bea bea ada bea ada ada');
  });

  it('a failed task frees its turn, and what ran is forgotten once the queue is empty', async () => {
    const { run, draw, drawn } = drawings();
    const failing = run({ restaurant: 'ada' }, () => Promise.reject(new Error('unreadable')));
    await Promise.all([expect(failing).rejects.toThrow('unreadable'), draw('ada', 500), draw('bea', 1)]);
    await nextIteration();
    await nextIteration();
    await Promise.all([draw('cem', 1), draw('ada', 1), draw('bea', 1)]);
    expect(drawn.join(' ')).toBe('ada bea cem ada bea');
  });
});

describe('round robin', () => {
  const clientsAndRestaurants = (waiting = 10) =>
    fairLine<string, 'client' | 'restaurant'>({
      order: 'round-robin',
      per: { client: { waiting }, restaurant: { atOnce: 1, waiting } },
    });
  type Line = FairLine<string, 'client' | 'restaurant'>;

  /** Takes the next work, does it and returns it. */
  const doNext = (line: Line) => {
    const work = line.next();
    if (work !== undefined) line.done(work);
    return work;
  };
  const doAll = (line: Line) => {
    const all: string[] = [];
    for (let work = doNext(line); work !== undefined; work = doNext(line)) all.push(work);
    return all;
  };
  const add = (line: Line, client: string, restaurant: string, work: string) =>
    line.add(work, { client, restaurant }) === undefined;

  it('keys take turns, in the order in which they came', async () => {
    const { add, begun, endAll } = tasks<'by'>({ order: 'round-robin', per: { by: {} } });
    const now = add('now', { by: 'nobody' });
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => add(name, { by: name.charAt(0) }));
    await endAll();
    await Promise.all([now, ...all]);
    expect(begun).toEqual(['now', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('keys that are new do not go ahead of one that waits for its next turn', () => {
    const line = clientsAndRestaurants();
    for (const work of ['a1', 'a2']) add(line, 'a', `restaurant of ${work}`, work);
    expect(doNext(line)).toBe('a1');
    for (const work of ['x', 'y', 'z']) add(line, work, work, work);
    expect(doAll(line)).toEqual(['a2', 'x', 'y', 'z']);
  });

  it('clients take turns, however much one of them requests', () => {
    const line = clientsAndRestaurants();
    for (const work of ['a1', 'a2', 'a3', 'a4']) add(line, 'a', `restaurant of ${work}`, work);
    add(line, 'b', 'restaurant of b1', 'b1');
    expect(doNext(line)).toBe('a1');
    add(line, 'c', 'restaurant of c1', 'c1');
    add(line, 'b', 'restaurant of b2', 'b2');
    expect(doAll(line)).toEqual(['b1', 'a2', 'c1', 'b2', 'a3', 'a4']);
  });

  it('restaurants take turns, however much clients request of one of them', () => {
    const line = clientsAndRestaurants();
    for (const work of ['x1', 'x2', 'x3', 'x4']) add(line, `client of ${work}`, 'x', work);
    expect(line.next()).toBe('x1');
    // They come while `x` has its turn, and so before what was requested of it earlier.
    add(line, 'client of y1', 'y', 'y1');
    add(line, 'client of z1', 'z', 'z1');
    line.done('x1');
    add(line, 'client of y2', 'y', 'y2');
    expect(doAll(line)).toEqual(['y1', 'z1', 'x2', 'y2', 'x3', 'x4']);
  });

  it('restaurants take turns where all requests come from one client', () => {
    const line = clientsAndRestaurants();
    for (const work of ['x1', 'x2', 'x3', 'y1', 'z1']) add(line, 'all', work.charAt(0), work);
    expect(doAll(line)).toEqual(['x1', 'y1', 'z1', 'x2', 'x3']);
  });

  it('gives out no work of a restaurant that has its turn', () => {
    const line = clientsAndRestaurants();
    for (const work of ['x1', 'x2', 'y1']) add(line, 'a', work.charAt(0), work);
    expect([line.next(), line.next(), line.next()]).toEqual(['x1', 'y1', undefined]);
    line.done('x1');
    expect(line.next()).toBe('x2');
  });

  it('shared work is done once, in the first turn of any of its clients', () => {
    const line = clientsAndRestaurants();
    for (const work of ['a1', 'a2', 'shared']) add(line, 'a', `restaurant of ${work}`, work);
    add(line, 'b', 'restaurant of shared', 'shared');
    add(line, 'b', 'restaurant of b2', 'b2');
    expect(line.waiting()).toEqual(['a1', 'a2', 'shared', 'b2']);
    expect(doAll(line)).toEqual(['a1', 'shared', 'a2', 'b2']);
  });

  it('limits the waiting work of each client and of each restaurant', () => {
    const line = clientsAndRestaurants(2);
    const addOf = (client: string) => (work: string) => add(line, client, `restaurant of ${work}`, work);
    expect(['a1', 'a2', 'a3', 'a2'].map(addOf('a'))).toEqual([true, true, false, true]);
    expect(addOf('b')('a3')).toBe(true);
    doNext(line);
    expect(addOf('a')('a3')).toBe(true);
    expect(['x1', 'x2', 'x3', 'x2'].map((work) => add(line, `client of ${work}`, 'x', work))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    line.remove('x1');
    expect(add(line, 'c', 'x', 'x3')).toBe(true);
    expect(line.add('x4', { client: 'd', restaurant: 'x' })).toEqual({ task: 'x4', limit: 'restaurant' });
  });
});
