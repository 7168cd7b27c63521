import { describe, inject, it } from 'vitest';
import { STATES } from './screen-states.ts';
import { SCREENS } from './screens.ts';
import { wellEverywhere } from './well.ts';

// @module-tag browser

describe('Every screen and its other states', () => {
  it.each([...SCREENS, ...STATES])(
    'axe finds nothing, and nothing sticks out: $name',
    wellEverywhere(inject('origin')),
  );
});
