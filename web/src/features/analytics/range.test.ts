import { describe, expect, it } from 'vitest';
import { choiceOf, daysOf, queryOf, refusalOf } from './range.ts';

const read = (query: string) => choiceOf(new URLSearchParams(query));

describe('the range in an address', () => {
  it.each(['', 'range=today', 'range=7-days', 'range=90-days', 'from=2026-11-01&to=2026-11-20'])(
    '"%s" is kept',
    (query) => {
      expect(String(queryOf(read(query)))).toBe(query);
    },
  );

  it.each([
    'range=400-days',
    'range=toString',
    'from=2026-11-01',
    'from=2026-11-20&to=2026-11-01',
    'from=2026-02-30&to=2026-03-01',
    'from=2020-01-01&to=2026-01-01',
  ])('"%s" says nothing: 30 days', (query) => {
    expect(read(query)).toEqual({ preset: '30-days' });
  });
});

describe('the days of a range', () => {
  it('end today', () => {
    expect(daysOf({ preset: 'today' }, '2026-11-20')).toEqual({ from: '2026-11-20', to: '2026-11-20' });
    expect(daysOf({ preset: '90-days' }, '2026-03-31')).toEqual({ from: '2026-01-01', to: '2026-03-31' });
  });

  it('can be refused, with the reason at the field', () => {
    const today = '2026-11-20';
    expect(refusalOf({ from: '2026-11-01', to: today }, today)).toEqual({});
    expect(refusalOf({ from: '', to: today }, today)).toEqual({ from: 'From must be a day such as 2026-11-20.' });
    expect(refusalOf({ from: today, to: '2026-11-01' }, today)).toEqual({ from: "From can't be after To." });
    expect(refusalOf({ from: '2025-01-01', to: today }, today)).toEqual({
      from: 'The range can be at most 400 days long.',
    });
    expect(refusalOf({ from: today, to: '2026-11-21' }, today)).toEqual({ to: "“To” can't be after today." });
  });
});
