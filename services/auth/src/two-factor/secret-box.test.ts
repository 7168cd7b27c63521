import { describe, expect, it } from 'vitest';
import { secretBox } from './secret-box.ts';

const box = secretBox('a key of thirty-two characters!!');

describe('a sealed secret', () => {
  it('opens for its user, and is sealed differently each time', () => {
    const [one, other] = [box.seal('JBSWY3DP', 'ada'), box.seal('JBSWY3DP', 'ada')];
    expect([box.open(one, 'ada'), box.open(other, 'ada')]).toEqual(['JBSWY3DP', 'JBSWY3DP']);
    expect(one).not.toBe(other);
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('JBSWY3DP');
  });

  it('does not open for another user or with another key', () => {
    const sealed = box.seal('JBSWY3DP', 'ada');
    expect(() => box.open(sealed, 'bea')).toThrow();
    expect(() => secretBox('another key of thirty-two chars!!').open(sealed, 'ada')).toThrow();
  });

  it('does not open after any byte was changed', () => {
    const sealed = Buffer.from(box.seal('JBSWY3DP', 'ada'), 'base64url');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => box.open(changed.toString('base64url'), 'ada'), `byte ${at}`).toThrow();
    }
  });
});

describe('the hash of a code', () => {
  it('is the same only for the same code, user and key', () => {
    const hash = box.hash('h7kp2m9xqa', 'ada');
    expect(box.hash('h7kp2m9xqa', 'ada')).toBe(hash);
    expect(box.hash('h7kp2m9xqb', 'ada')).not.toBe(hash);
    expect(box.hash('h7kp2m9xqa', 'bea')).not.toBe(hash);
    expect(secretBox('another key of thirty-two chars!!').hash('h7kp2m9xqa', 'ada')).not.toBe(hash);
  });
});
