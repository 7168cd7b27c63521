import { describe, expect, it } from 'vitest';
import { readMenuText } from './read-text.ts';
import { SAMPLE_MENUS, sampleText } from './sample-menus.ts';

describe.each(SAMPLE_MENUS)('The sample $name', (sample) => {
  it.each([
    { digits: 2, times: 1 },
    { digits: 0, times: 100 },
  ] as const)('reads as it was meant, with $digits decimals', ({ digits, times }) => {
    const { sections, rest } = readMenuText(sampleText(sample, { digits }));
    const read = sections.map(({ name, dishes }) => [
      name,
      ...dishes.map(({ name, price, description }) => [name, price, ...(description ? [description] : [])]),
    ]);
    const meant = sample.sections.map(([name, ...dishes]) => [
      name,
      ...dishes.map(([dish, price, ...description]) => [dish, price * times, ...description]),
    ]);
    expect(read).toEqual(meant);
    expect(rest).toEqual([]);
  });
});
