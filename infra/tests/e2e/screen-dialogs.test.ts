import { describe, inject, it } from 'vitest';
import { DIALOGS } from './screen-states.ts';
import { wellEverywhere } from './well.ts';

// @module-tag full

describe('Every dialog', () => {
  it.each(DIALOGS)('axe finds nothing, and nothing sticks out: $name', wellEverywhere(inject('origin')));
});
