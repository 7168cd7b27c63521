import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { mustNotBeGuessable } from './password-policy.ts';

const OWN = ['Ada Conti', 'ada.conti@example.com', 'Trattoria da Ada', 'trattoria-ada'];
const isRefused = (password: string, own: readonly string[] = OWN): boolean => {
  try {
    mustNotBeGuessable(password, own, 'newPassword');
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'validation-failed', errors: [{ field: 'newPassword' }] });
    return true;
  }
};

describe('a guessable password', () => {
  it('is any of at least 3,000 common ones of 8 characters or more', () => {
    const long = dictionary['passwords-common'].filter((password) => password.length >= 8).slice(0, 5_000);
    expect(long.length).toBe(5_000);
    expect(long.filter((password) => !isRefused(password, []))).toEqual([]);
  });

  it.each(['123456', 'password1', 'PassWord1', 'iloveyou', 'qwertyuiop'])('is a common one: %s', (password) => {
    expect(isRefused(password)).toBe(true);
  });

  it.each([
    'Tavola2026',
    'tavola-menu-1',
    'restaurant!!',
    'ada.conti@example.com',
    'AdaConti1',
    'Trattoria da Ada',
    'trattoria-ada-26',
  ])('is one close to the account’s name, address or restaurant: %s', (password) => {
    expect(isRefused(password)).toBe(true);
  });

  it.each([
    'open sesame',
    'correct horse',
    'sugo di nonna',
    'ada likes plums',
    '寿司と天ぷら',
    '!%2vQ&',
    '!!!...@@@',
    'x'.repeat(128),
  ])('is not %s', (password) => {
    expect(isRefused(password)).toBe(false);
  });
});
