import { describe, expect, it } from 'vitest';
import { csv } from './csv.ts';

describe('rows as CSV', () => {
  it('are lines that end in CRLF, after a byte order mark', () => {
    expect(
      csv([
        ['Day', 'Views'],
        ['2026-11-20', 12],
      ]),
    ).toBe('\uFEFFDay,Views\r\n2026-11-20,12\r\n');
  });

  it.each([
    ['Margherita', 'Margherita'],
    ['Fish, chips', '"Fish, chips"'],
    ['The "best"', '"The ""best"""'],
    ['two\nlines', '"two\nlines"'],
    ['', ''],
    ['冷奴', '冷奴'],
  ])('write %j as %s', (text, written) => {
    expect(csv([[text, 1]])).toBe(`\uFEFF${written},1\r\n`);
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '\t=1',
    '\r=1',
    '\n=1',
    '=HYPERLINK("http://evil.test","x")',
  ])('never contain text that a spreadsheet would run as a formula: %j [P12]', (text) => {
    const [first] = csv([[text]])
      .slice(1)
      .replace(/^"/, '');
    expect(first).toBe("'");
  });

  it('write numbers unchanged, negative ones too', () => {
    expect(csv([[-1, 0, 1.5]])).toBe('\uFEFF-1,0,1.5\r\n');
  });

  it('write null as an empty cell, and booleans as yes and no', () => {
    expect(csv([[null, true, false]])).toBe('\uFEFF,true,false\r\n');
  });
});
