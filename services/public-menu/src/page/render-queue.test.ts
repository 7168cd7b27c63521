import { expect, it } from 'vitest';
import { type RenderQueue, renderQueue } from './render-queue.ts';

/** Takes the next work, does it and returns it. */
const doNext = (queue: RenderQueue<string>) => {
  const work = queue.next();
  if (work !== undefined) queue.done(work);
  return work;
};

const doAll = (queue: RenderQueue<string>) => {
  const all: string[] = [];
  for (let work = doNext(queue); work !== undefined; work = doNext(queue)) all.push(work);
  return all;
};

it('clients take turns, however much one of them requests', () => {
  const queue = renderQueue<string>(10);
  for (const work of ['a1', 'a2', 'a3', 'a4']) queue.add('a', `restaurant of ${work}`, work);
  queue.add('b', 'restaurant of b1', 'b1');
  expect(doNext(queue)).toBe('a1');
  queue.add('c', 'restaurant of c1', 'c1');
  queue.add('b', 'restaurant of b2', 'b2');
  expect(doAll(queue)).toEqual(['b1', 'a2', 'c1', 'b2', 'a3', 'a4']);
});

it('restaurants take turns, however much clients request of one of them', () => {
  const queue = renderQueue<string>(10);
  for (const work of ['x1', 'x2', 'x3', 'x4']) queue.add(`client of ${work}`, 'x', work);
  expect(queue.next()).toBe('x1');
  // They come while `x` has its turn, and so before what was requested of it earlier.
  queue.add('client of y1', 'y', 'y1');
  queue.add('client of z1', 'z', 'z1');
  queue.done('x1');
  queue.add('client of y2', 'y', 'y2');
  expect(doAll(queue)).toEqual(['y1', 'z1', 'x2', 'y2', 'x3', 'x4']);
});

it('restaurants take turns where all requests come from one client', () => {
  const queue = renderQueue<string>(10);
  for (const [restaurant, work] of [
    ['x', 'x1'],
    ['x', 'x2'],
    ['x', 'x3'],
    ['y', 'y1'],
    ['z', 'z1'],
  ] as const) {
    queue.add('all', restaurant, work);
  }
  expect(doAll(queue)).toEqual(['x1', 'y1', 'z1', 'x2', 'x3']);
});

it('gives out no work of a restaurant that has its turn', () => {
  const queue = renderQueue<string>(10);
  for (const [restaurant, work] of ['x1', 'x2', 'y1'].map((work) => [work.charAt(0), work] as const)) {
    queue.add('a', restaurant, work);
  }
  expect([queue.next(), queue.next(), queue.next()]).toEqual(['x1', 'y1', undefined]);
  queue.done('x1');
  expect(queue.next()).toBe('x2');
});

it('shared work is done once, in the first turn of any of its clients', () => {
  const queue = renderQueue<string>(10);
  for (const work of ['a1', 'a2', 'shared']) queue.add('a', `restaurant of ${work}`, work);
  queue.add('b', 'restaurant of shared', 'shared');
  queue.add('b', 'restaurant of b2', 'b2');
  expect(doAll(queue)).toEqual(['a1', 'shared', 'a2', 'b2']);
});

it('limits the work of each client and of each restaurant', () => {
  const queue = renderQueue<string>(2);
  const addOf = (client: string) => (work: string) => queue.add(client, `restaurant of ${work}`, work);
  expect(['a1', 'a2', 'a3', 'a2'].map(addOf('a'))).toEqual([true, true, false, true]);
  expect(addOf('b')('a3')).toBe(true);
  doNext(queue);
  expect(addOf('a')('a3')).toBe(true);
  expect(['x1', 'x2', 'x3', 'x2'].map((work) => queue.add(`client of ${work}`, 'x', work))).toEqual([
    true,
    true,
    false,
    true,
  ]);
  queue.remove('x1');
  expect(queue.add('c', 'x', 'x3')).toBe(true);
});
