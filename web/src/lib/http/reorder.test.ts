import { describe, expect, it } from 'vitest';
import { changedPart, inOrder } from './reorder.ts';

const rows = [1, 2, 3, 4, 5].map((id) => ({ id }));
const ids = (order: number[]) => inOrder(rows, order).map(({ id }) => id);

describe('inOrder', () => {
  it('lets the named ones share out their places', () => {
    expect(ids([5, 1, 3])).toEqual([5, 2, 1, 4, 3]);
    expect(ids([5, 4, 3, 2, 1])).toEqual([5, 4, 3, 2, 1]);
  });

  it('passes over what is not there', () => {
    expect(ids([9, 2, 8, 1])).toEqual([2, 1, 3, 4, 5]);
    expect(ids([])).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('changedPart', () => {
  it('names only the rows between where one was and where it is put', () => {
    expect(changedPart([1, 2, 3, 4, 5], [1, 4, 2, 3, 5])).toEqual([4, 2, 3]);
    expect(changedPart([1, 2, 3], [2, 1, 3])).toEqual([2, 1]);
  });

  it('names nothing where nothing moved', () => {
    expect(changedPart([1, 2], [1, 2])).toEqual([]);
  });
});
