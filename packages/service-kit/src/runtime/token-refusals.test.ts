import { beforeEach, expect, it, vi } from 'vitest';

// A process is not ready while a service refuses its token, unless that service took it before.

let refusals: typeof import('./token-refusals.ts');
beforeEach(async () => {
  vi.resetModules();
  refusals = await import('./token-refusals.ts');
});

it('is wrong where a service has never taken it', () => {
  refusals.noteToken('qr', true);
  expect([refusals.tokenRefusals(), refusals.hasWrongToken()]).toEqual([['qr refuses our token'], true]);
  refusals.noteToken('qr', false);
  expect([refusals.tokenRefusals(), refusals.hasWrongToken()]).toEqual([[], false]);
});

it('is not wrong where a service took it before, such as while it is replaced everywhere', () => {
  refusals.noteToken('qr', false);
  refusals.noteToken('qr', true);
  expect([refusals.tokenRefusals(), refusals.hasWrongToken()]).toEqual([['qr refuses our token'], false]);
});
