import { setImmediate as settled } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { drawingTurns } from './drawing-turns.ts';

/** Turns on a clock that only drawing moves forward, and the restaurants in the order in which they drew. */
function turns() {
  let clock = 0;
  const drawn: string[] = [];
  const inTurn = drawingTurns(() => clock);
  const draw = (tenantId: string, ms: number) =>
    inTurn(tenantId, async () => {
      drawn.push(tenantId);
      await settled();
      clock += ms;
    });
  return { inTurn, draw, drawn };
}

it('the next image is that of the restaurant that has drawn for the shortest time', async () => {
  const { draw, drawn } = turns();
  const slow = Array.from({ length: 4 }, () => draw('ada', 300));
  const quick = async () => {
    for (let code = 0; code < 4; code += 1) await draw('bea', 100);
  };
  await Promise.all([...slow, quick()]);
  expect(drawn.join(' ')).toBe('ada bea bea bea ada bea ada ada');
});

it('a failed image frees its turn, and images are drawn one at a time', async () => {
  const { inTurn, draw, drawn } = turns();
  const failing = inTurn('ada', () => Promise.reject(new Error('unreadable')));
  await Promise.all([expect(failing).rejects.toThrow('unreadable'), draw('ada', 1), draw('bea', 1)]);
  expect(drawn.toSorted()).toEqual(['ada', 'bea']);
  await draw('ada', 1);
  expect(drawn).toHaveLength(3);
});
