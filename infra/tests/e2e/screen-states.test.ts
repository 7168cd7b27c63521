import { describe, inject, it } from 'vitest';
import { STATES } from './screen-states.ts';
import { SCREENS } from './screens.ts';
import { wellEverywhere } from './well.ts';

// @module-tag full

describe('Every screen', () => {
  it.each(SCREENS)('axe finds nothing, and nothing sticks out: $name', wellEverywhere(inject('origin')));
});

describe('Their other states', () => {
  it.each(STATES)('axe finds nothing, and nothing sticks out: $name', wellEverywhere(inject('origin')));
});
