import { expect, it } from 'vitest';
import { formatLargeCount } from './large-count.ts';

it('a count is shortened from a million on', () => {
  const counts = [0, 1234, 999_999, 1_000_000, 155_664_706];
  expect(counts.map(formatLargeCount)).toEqual(['0', '1,234', '999,999', '1M', '155.7M']);
});
