import { describe, expect, it } from 'vitest';
import { isSameText } from './same-text.ts';

describe('a text that is typed again', () => {
  it.each([
    ["Rosa's", 'Rosa’s'],
    ['Rosa´s', "Rosa's"],
    ['"Da Rosa"', '“Da Rosa”'],
    ['"Da Rosa"', '„Da Rosa“'],
    ['Bar - Grill', 'Bar – Grill'],
    ['da rosa', 'Da Rosa'],
    ['Grosse Strasse', 'GROSSE STRAßE'],
    ['  Da   Rosa ', 'Da\u00a0Rosa'],
    ['Cafe\u0301', 'Café'],
    ['Café', 'Cafe\u0301'],
  ])('%s is %s', (typed, text) => expect(isSameText(typed, text)).toBe(true));

  it.each([
    ['', 'Da Rosa'],
    ['Da Ros', 'Da Rosa'],
    ['DaRosa', 'Da Rosa'],
    ['Cafe', 'Café'],
    ['Rosas', "Rosa's"],
  ])('%s is not %s', (typed, text) => expect(isSameText(typed, text)).toBe(false));
});
