import { describe, expect, it } from 'vitest';
import { newTotpSecret, stepOf, totpUrl } from './totp.ts';

// RFC 6238, appendix B: the secret is '12345678901234567890'; of its eight digits an app with six shows the last.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082', 1],
    [20000000000, '353130', 666666666],
  ])('at %d s is %s (RFC 6238)', (seconds, code, step) => {
    expect(stepOf(SECRET, code, seconds * 1000)).toBe(step);
  });

  it('is accepted one step early or late, and no further', () => {
    const at = 1234567890;
    expect([-60, -30, 0, 30, 60].map((off) => stepOf(SECRET, '005924', (at + off) * 1000))).toEqual([
      null,
      41152263,
      41152263,
      41152263,
      null,
    ]);
  });

  it.each(['', '5924', '0059244', 'abcdef', '005925'])('is not %j', (code) => {
    expect(stepOf(SECRET, code, 1234567890_000)).toBeNull();
  });
});

describe('a secret', () => {
  it('has 160 random bits', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });

  it('is given to the app in a URL that names the account', () => {
    expect(totpUrl(SECRET, 'ada@example.com')).toBe(
      `otpauth://totp/Tavola:ada%40example.com?issuer=Tavola&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
