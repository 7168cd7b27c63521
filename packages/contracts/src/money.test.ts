import { describe, expect, it } from 'vitest';
import { tenantInput } from './auth.ts';
import { NOTE_MAX, notes } from './money.ts';

/** The messages for a restaurant with these fields, by field. */
function refusals(fields: object): Record<string, string> {
  const issues = tenantInput.safeParse({ name: 'Da Ada', ...fields }).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

describe('a currency', () => {
  it('is a listed code, in upper or lower case', () => {
    expect(tenantInput.parse({ name: 'Da Ada', currency: ' pln ' }).currency).toBe('PLN');
    expect(tenantInput.parse({ name: 'Da Ada', currency: null }).currency).toBe(null);
  });

  it('may have three decimals, and is refused where ISO 4217 or Intl does not know it', () => {
    expect(refusals({ currency: 'KWD' })).toEqual({});
    for (const currency of ['XXX', 'DEM']) {
      expect(refusals({ currency })).toEqual({
        currency: 'Currency must be the code of a supported currency, such as EUR.',
      });
    }
  });
});

describe('the notes', () => {
  it('are those that were set, and missing otherwise', () => {
    const given = { tax: ' VAT no. 1 ', service: '', tip: null };
    expect(tenantInput.parse({ name: 'Da Ada', notes: given }).notes).toEqual({ tax: 'VAT no. 1' });
    expect(tenantInput.parse({ name: 'Da Ada', notes: { tax: ' ', tip: null } }).notes).toBe(null);
    expect(notes.parse({ tip: 'Thanks' })).toEqual({ tip: 'Thanks' });
  });

  it('are refused, with their name, when too long or not text', () => {
    const long = 'x'.repeat(NOTE_MAX + 1);
    expect(refusals({ notes: { tax: long, service: 'x'.repeat(NOTE_MAX), tip: 7 } })).toEqual({
      'notes.tax': 'Tax note can be at most 200 characters long.',
      'notes.tip': 'Tip note must be text.',
    });
    expect(refusals({ notes: ['x'] })).toEqual({ notes: 'Notes must be an object with tax, service and tip.' });
  });
});
