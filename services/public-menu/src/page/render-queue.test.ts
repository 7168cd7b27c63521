import { expect, it } from 'vitest';
import { renderQueue } from './render-queue.ts';

const taken = (queue: { next(): string | undefined }) => {
  const all: string[] = [];
  for (let work = queue.next(); work !== undefined; work = queue.next()) all.push(work);
  return all;
};

it('clients take turns, however much one of them requests', () => {
  const queue = renderQueue<string>(10);
  for (const work of ['a1', 'a2', 'a3', 'a4']) queue.add('a', work);
  queue.add('b', 'b1');
  expect(queue.next()).toBe('a1');
  queue.add('c', 'c1');
  queue.add('b', 'b2');
  expect(taken(queue)).toEqual(['b1', 'a2', 'c1', 'b2', 'a3', 'a4']);
});

it('shared work is done once, in the first turn of any of its clients', () => {
  const queue = renderQueue<string>(10);
  for (const work of ['a1', 'a2', 'shared']) queue.add('a', work);
  queue.add('b', 'shared');
  queue.add('b', 'b2');
  expect(taken(queue)).toEqual(['a1', 'shared', 'a2', 'b2']);
});

it('limits the work of each client', () => {
  const queue = renderQueue<string>(2);
  expect(['a1', 'a2', 'a3', 'a2'].map((work) => queue.add('a', work))).toEqual([true, true, false, true]);
  expect(queue.add('b', 'a3')).toBe(true);
  queue.next();
  expect(queue.add('a', 'a3')).toBe(true);
});
