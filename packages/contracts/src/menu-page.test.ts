import { describe, expect, it } from 'vitest';
import { isNewerVersion } from './menu-page.ts';

describe('a menu version', () => {
  it.each([
    ['2.1', '1.1', true],
    ['1.2', '1.1', true],
    ['1.10', '1.9', true],
    ['1.1', '1.1', false],
    ['1.1', '1.2', false],
    // Each includes a change that the other does not.
    ['1.2', '2.1', true],
    ['2.1', '1.2', true],
    ['0.0', '', true],
    ['', '0.0', false],
    ['1.2.3', '0.0', false],
    ['x', 'y', false],
  ])('%s is newer than %s: %s', (version, known, expected) => {
    expect(isNewerVersion(version, known)).toBe(expected);
  });
});
