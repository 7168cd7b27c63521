import { describe, expect, it } from 'vitest';
import { needless, notAllowed } from './licences.ts';
import { type LockedPackage, lockedPackages } from './lock-file.ts';

const named = (name: string, license?: string, more: Partial<LockedPackage> = {}): LockedPackage => ({
  path: `node_modules/${name}`,
  name,
  version: '1.0.0',
  ...(license && { license }),
  ...more,
});

describe('licences of what is not for development only', () => {
  it('are ones that we may ship under', () => {
    expect(notAllowed(lockedPackages())).toEqual([]);
  });

  it('need every exception that is made', () => {
    expect(needless(lockedPackages())).toEqual([]);
  });

  it.each([
    [named('x', 'GPL-3.0-only'), 'x@1.0.0: GPL-3.0-only'],
    [named('x', 'SEE LICENSE IN LICENSE'), 'x@1.0.0: SEE LICENSE IN LICENSE'],
    [named('x'), 'x@1.0.0: says none'],
    [named('x', 'MIT AND GPL-2.0-only'), 'x@1.0.0: MIT AND GPL-2.0-only'],
    [named('x', 'MPL-2.0'), 'x@1.0.0: MPL-2.0'],
    [named('@img/sharp-x', 'LGPL-2.1-only'), '@img/sharp-x@1.0.0: LGPL-2.1-only'],
  ])('would be missed in %o', (one, said) => {
    expect(notAllowed([one])).toEqual([said]);
  });

  it.each([
    named('x', '(MIT OR GPL-3.0-only)'),
    named('x', 'MIT and ISC'),
    named('@img/sharp-x', 'Apache-2.0 AND LGPL-3.0-or-later'),
    named('x', 'GPL-3.0-only', { dev: true }),
    named('@tavola/x', undefined, { link: true }),
  ])('are no trouble in %o', (one) => {
    expect(notAllowed([one])).toEqual([]);
  });
});
