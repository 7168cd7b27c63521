import { describe, expect, it } from 'vitest';
import { loginPath, safeNext } from './session.ts';

describe('the way back after login', () => {
  it('survives the login address', () => {
    expect(safeNext(loginPath('/dashboard/items?q=a&b').split('?')[1] ?? '')).toBe('/dashboard/items?q=a&b');
  });

  it.each([
    '',
    'next=',
    'next=https://evil.test',
    'next=//evil.test',
    'next=/\\evil.test',
    'next=/login',
    'next=%2F%09%2Fevil.test',
  ])('is the dashboard for "%s"', (search) => {
    expect(safeNext(search)).toBe('/dashboard');
  });
});
